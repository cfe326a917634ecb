// The door of serve: the daemon on loopback, its guard and its events, and what its threads answer.
export { type Daemon, type DaemonOptions, startDaemon } from "./daemon/daemon.ts";
export { type OnlyDaemon, type OtherDaemon, onlyDaemon } from "./daemon/only-daemon.ts";
export { type DaemonRecord, recordPlace } from "./daemon/record.ts";
export { type Answerer, answerAt } from "./lane/answering.ts";
export type { LaneProcess } from "./lane/worker.ts";
export { type Answer, type LaneName, type Progress, type Question, jsonAnswer } from "./lane/question.ts";
export { type Args, isSet, needed, oneOf, optionalNumber, wholeNumber } from "./session/arguments.ts";
export { type ReadDesk, readDesk } from "./session/read-desk.ts";
export { type ListDesk, listAhead, listDesk } from "./list/list-desk.ts";
