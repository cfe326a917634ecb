// A vitest project -> how many tests passed and failed; a suite that ran nothing has failed.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "./child.mjs";

export async function runSuite(project, args, env) {
  const folder = mkdtempSync(join(tmpdir(), "clew-report-"));
  const report = join(folder, "report.json");
  try {
    const flags = ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const code = await runTool("vitest", [...flags, ...args], { env });
    return count(readReport(report), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The line that ends every test verb; nothing is printed after it. */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

function count(report, code) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: [] };
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const unloaded = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const passed = tests.filter((test) => test.status === "passed").length;
  const failed = tests.filter((test) => test.status === "failed").length + unloaded.length;
  const skipped = tests
    .filter((test) => test.status !== "passed" && test.status !== "failed")
    .map((test) => test.fullName);
  // An error outside every test, or no test at all, shows only in the exit code or in the zero.
  const hidden = failed === 0 && (code !== 0 || passed === 0) ? 1 : 0;
  return { passed, failed: failed + hidden, skipped };
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
