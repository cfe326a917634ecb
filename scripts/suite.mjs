// A vitest project -> how many tests passed, and which failed; a suite that ran nothing has failed.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT, runTool } from "./child.mjs";

export async function runSuite(project, args, env) {
  const { report, code } = await runFiles(project, args, env);
  const died = report?.testResults.filter(hasDied) ?? [];
  // Whoever names tests is there to see it.
  if (died.length === 0 || args.length > 0) return count(report, code);
  const names = died.map((file) => file.name);
  for (const name of names) console.log(`died: ${relative(ROOT, name)}: its process ended before its tests; once more`);
  const again = await runFiles(project, names, env);
  if (again.report === undefined) return count(again.report, again.code);
  const whole = report.testResults.filter((file) => !hasDied(file));
  return count({ testResults: [...whole, ...again.report.testResults] }, again.code);
}

async function runFiles(project, args, env) {
  const folder = mkdtempSync(join(tmpdir(), "clew-report-"));
  const path = join(folder, "report.json");
  try {
    const flags = ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${path}`];
    const code = await runTool("vitest", [...flags, ...args], { env });
    return { report: readReport(path), code };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Some of its tests neither passed nor failed nor were skipped: the engine or the system ended their process. */
const hasDied = (file) => file.assertionResults.some((test) => test.status === "pending");

/** The line that ends every test verb; nothing is printed after it. */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

function count(report, code) {
  if (report === undefined) return { passed: 0, failures: ["the suite left no report"], skipped: [] };
  const passed = [];
  const skipped = [];
  const failures = [];
  for (const file of report.testResults) {
    const place = relative(ROOT, file.name);
    if (file.status === "failed" && file.assertionResults.length === 0) failures.push(told(place, file.message));
    for (const test of file.assertionResults) {
      if (test.status === "passed") passed.push(test.fullName);
      else if (test.status === "failed") failures.push(told(`${place}: ${test.fullName}`, test.failureMessages[0]));
      else if (test.status === "pending") failures.push(told(`${place}: ${test.fullName}`, "it came to no end"));
      else skipped.push(test.fullName);
    }
  }
  // An error outside every test, or no test at all, shows only in the exit code or in the zero.
  if (failures.length === 0 && code !== 0) failures.push(`an error outside every test (exit ${code})`);
  if (failures.length === 0 && passed.length === 0) failures.push("no test ran");
  return { passed: passed.length, failures, skipped };
}

/** What failed and, in a line, how: enough where only the end of a long output is kept. */
function told(what, message = "") {
  const how = stripVTControlCharacters(message).split("\n", 1)[0].slice(0, 300);
  return `${what.replaceAll("\n", " ")}${how === "" ? "" : `: ${how}`}`;
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
