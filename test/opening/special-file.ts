// A kind and a path -> a special file, link or folder planted there instead of what was there.
import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";

/** Where links out of the home lead: a file and a folder that hold the marker. */
export type Outside = { readonly folder: string; readonly file: string };

type Planting = { readonly path: string; readonly outside: Outside; readonly short: string };
type Plant = (planting: Planting) => void | Promise<void>;

const link =
  (target: (planting: Planting) => string): Plant =>
  (planting) =>
    symlinkSync(target(planting), planting.path);

const plants = {
  fifo: ({ path }) => void spawnSync("mkfifo", [path]),
  socket: makeSocket,
  folder: ({ path }) => mkdirSync(path),
  "link to an outside file": link(({ outside }) => outside.file),
  "link to an outside folder": link(({ outside }) => outside.folder),
  "link to itself": link(({ path }) => path),
  "link to .": link(() => "."),
  "link to ..": link(() => ".."),
  "link to /dev/zero": link(() => "/dev/zero"),
  "link to /dev/tty": link(() => "/dev/tty"),
  "link to /proc": link(() => "/proc/self/environ"),
  "broken link": link(() => "nowhere"),
  "two links to .": twoLinks,
  "1 TB of nothing": ({ path }) => {
    writeFileSync(path, "");
    truncateSync(path, 1024 ** 4);
  },
  "deep folders": ({ path }) =>
    void mkdirSync(join(path, ...Array.from({ length: 1200 }, () => "d")), { recursive: true }),
  "long and odd names": oddNames,
  "no rights": ({ path }) => {
    writeFileSync(path, "{}\n");
    chmodSync(path, 0);
  },
} as const satisfies Readonly<Record<string, Plant>>;

export type Kind = keyof typeof plants;
export const kinds = Object.keys(plants).filter((kind): kind is Kind => kind in plants);

export async function plant(kind: Kind, planting: Planting): Promise<void> {
  rmSync(planting.path, { recursive: true, force: true });
  mkdirSync(dirname(planting.path), { recursive: true });
  await plants[kind](planting);
  // Throws where nothing was planted; a broken link counts.
  lstatSync(planting.path);
}

/** A socket's path may be 100 bytes long, so it is made elsewhere. */
async function makeSocket({ path, short }: Planting): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(short, resolve);
  });
  renameSync(short, path);
  server.unref();
}

/** Followed, each level has twice as many paths as the one above. */
function twoLinks({ path }: Planting): void {
  mkdirSync(path);
  for (const name of ["a", "b"]) symlinkSync(".", join(path, name));
}

function oddNames({ path }: Planting): void {
  mkdirSync(path);
  writeFileSync(join(path, `${"n".repeat(249)}.jsonl`), "{}\n");
  writeFileSync(join(path, `agent-${"n".repeat(243)}.jsonl`), "{}\n");
  for (const end of [".jsonl", ".txt", ".json"])
    writeFileSync(
      Buffer.concat([Buffer.from(join(path, "agent-")), Buffer.from([0xff, 0xfe]), Buffer.from(end)]),
      "{}\n",
    );
}
