// A verb of package.json -> the work, with all of its set-up on a machine that has Node 20 or newer, git and npm.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, SetupError, run, runTool, say, withNodeFirst } from "./child.mjs";
import { compile } from "./compile.mjs";
import { installDependencies } from "./dependencies.mjs";
import { checkDocs, writeDocs } from "./docs.mjs";
import { findPromisedNodes, findWorkNode } from "./node-binary.mjs";
import { isAtLeast } from "./node-pins.mjs";
import { scratchHome } from "./scratch-home.mjs";
import { matrixEnvironment, writeMatrix } from "./matrix.mjs";
import { closingLine, runSuite } from "./suite.mjs";

const LINT = ["oxlint", ["--type-aware", "."]];
const FORMAT_CHECK = ["oxfmt", ["--check", "."]];
// The build compiles `src` alone; these two are only read by the compiler.
const TYPE_CHECKS = ["test", "bench"].map((folder) => ["typescript", ["-p", join(folder, "tsconfig.json")]]);
const CHECKS = [...TYPE_CHECKS, LINT, FORMAT_CHECK];

/** Every verb starts with the dependencies in place, and gives an exit code. */
const VERBS = {
  async start(args) {
    await compile();
    const clew = (...words) => run(process.execPath, [join(ROOT, "bin", "clew.js"), ...words], { cwd: process.cwd() });
    if (args.length > 0) return clew(...args);
    // The overview is there at once; the dashboard stays until a person ends it.
    await clew();
    return clew("serve", ...(process.stdout.isTTY ? ["--open"] : []));
  },
  async build() {
    await compile();
    return 0;
  },
  format: () => runTool("oxfmt", ["--write", "."]),
  async docs() {
    await compile();
    return writeDocs();
  },
  async check() {
    await compile();
    const broken = (await failedChecks()) + checkDocs();
    return broken === 0 ? 0 : 1;
  },
  async bench(args) {
    await compile();
    return inScratch((env) => run(process.execPath, [...typeStripping(), join("bench", "run.ts"), ...args], { env }));
  },
  test: (args) =>
    tests("fast", args, async () => {
      const nodes = await findPromisedNodes(process.env.CLEW_MACHINE_NODE);
      return { broken: await failedChecks(), env: { CLEW_NODES: JSON.stringify(nodes) } };
    }),
  "test:corpus": (args) =>
    tests("corpus", args, async () => {
      if (!process.env.CLEW_CORPUS) throw new SetupError("set CLEW_CORPUS to a folder of session logs to test on");
      return { broken: 0, env: {} };
    }),
  "test:real": (args) => tests("real", args, async () => ({ broken: 0, env: clientsFolder() })),
  async matrix() {
    const env = { ...clientsFolder(), ...matrixEnvironment(tmpdir()) };
    const code = await tests("real", ["test/real/reshape.test.ts"], async () => ({ broken: 0, env }));
    writeMatrix(env);
    return code;
  },
  "test:browser": (args) => tests("browser", args, async () => ({ broken: 0, env: {} })),
  "test:long": (args) => tests("long", args, async () => ({ broken: 0, env: {} })),
  "test:release": (args) => tests("release", args, async () => ({ broken: 0, env: {} })),
  "test:giants": (args) => tests("giants", args, async () => ({ broken: 0, env: {} })),
};

// The suite itself installs the clients it names, each once, into this folder.
const clientsFolder = () => ({ CLEW_REAL_CLIENTS: process.env.CLEW_REAL_CLIENTS || join(ROOT, ".cache", "clients") });

// All of them, even after a failure: one run tells everything that is wrong.
async function failedChecks() {
  let failed = 0;
  for (const [tool, args] of CHECKS) {
    if ((await runTool(tool, args)) === 0) continue;
    console.log(`failed: ${[tool, args].flat().join(" ")}`);
    failed += 1;
  }
  return failed;
}

// The closing line comes last whatever happened, so that a set-up that broke is never read as a run without failures.
async function tests(project, args, prepare) {
  let sum = { passed: 0, failed: 1 };
  try {
    await compile();
    const { broken, env } = await prepare();
    const counted = await inScratch((scratch) => runSuite(project, args, { ...scratch, ...env }));
    for (const name of counted.skipped) console.log(`skipped: ${name}`);
    for (const failure of counted.failures) console.log(`failed: ${failure}`);
    sum = { passed: counted.passed, failed: counted.failures.length + broken };
  } catch (error) {
    explain(error);
  }
  console.log(closingLine(sum));
  return sum.failed === 0 ? 0 : 1;
}

async function inScratch(work) {
  const scratch = scratchHome(process.env);
  try {
    return await work(scratch.env);
  } finally {
    scratch.remove();
  }
}

// Node strips types by itself from 22.18 and 23.6 on.
function typeStripping() {
  const builtIn = isAtLeast(process.version, [23, 6]) || /^v22\.(1[89]|[2-9]\d)\./.test(process.version);
  return builtIn ? [] : ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"];
}

// Only a set-up error is expected; anything else is a defect of these scripts and keeps its stack.
function explain(error) {
  if (!(error instanceof SetupError)) throw error;
  say(error.message);
}

async function main([verb, ...args]) {
  if (!Object.hasOwn(VERBS, verb ?? "")) {
    throw new SetupError(`no verb ${verb ?? "given"}; there are: ${Object.keys(VERBS).join(", ")}`);
  }
  const node = await findWorkNode();
  if (node !== process.execPath) {
    const env = { ...withNodeFirst(process.env, node), CLEW_MACHINE_NODE: process.execPath };
    return run(node, [join(ROOT, "scripts", "run.mjs"), verb, ...args], { env, cwd: process.cwd() });
  }
  await installDependencies();
  return VERBS[verb](args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  explain(error);
  process.exitCode = 2;
}
