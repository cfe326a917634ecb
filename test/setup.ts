// Runs before every test file: stops it when it would see a person's own home, and forgets how the tests themselves were called.
import { homedir } from "node:os";
import { HOME_VARIABLES, isScratch } from "./scratch.ts";

if (!isScratch({ ...process.env, HOME: homedir() }) || !isScratch(process.env)) {
  throw new Error(`tests need ${HOME_VARIABLES.join(", ")} in the temporary folder: run them with npm test`);
}

// The command speaks of itself as it was called.
delete process.env["npm_lifecycle_event"];
