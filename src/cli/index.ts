// The door of cli, for tests: arguments and an Io -> an exit code.
export { guardOutput } from "./output/guard-output.ts";
export { runCli } from "./run.ts";
export type { ExitCode, Io, LiveIo, Listener, Program } from "./io.ts";
