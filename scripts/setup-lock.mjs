// A piece of set-up work -> the same work, done by one process at a time in this checkout; a dead holder never blocks.
import { mkdirSync, readFileSync, rmSync, rmdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT, say } from "./child.mjs";

const CACHE = join(ROOT, ".cache");
const LOCK = join(CACHE, "setup.lock");
const BREAKER = join(CACHE, "setup.lock.break");
const OWNER = join(LOCK, "owner.json");
const BEAT_MS = 2_000;
const STALE_MS = 60_000;
const POLL_MS = 200;

export async function withSetupLock(work) {
  await take();
  const beat = setInterval(() => touch(LOCK), BEAT_MS);
  const release = () => rmSync(LOCK, { recursive: true, force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off("exit", release);
    release();
  }
}

async function take() {
  mkdirSync(CACHE, { recursive: true });
  let told = false;
  while (!tryMake(LOCK)) {
    if (isStale()) breakStale();
    else {
      if (!told) say("waiting for another run to finish its set-up");
      told = true;
      await sleep(POLL_MS);
    }
  }
  writeFileSync(OWNER, JSON.stringify({ pid: process.pid, host: hostname() }));
}

function tryMake(path) {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

// A holder beats every few seconds. A pid proves death at once, but only where it was given: containers that share a
// folder have pids of their own, hence the host's name.
function isStale() {
  const ageMs = ageOf(LOCK);
  if (ageMs === undefined) return false;
  if (ageMs > STALE_MS) return true;
  const owner = readOwner();
  return owner !== undefined && owner.host === hostname() && !isAlive(owner.pid);
}

// Two waiters may both see the same dead lock; without the second lock the slower one would remove the quicker one's new lock.
function breakStale() {
  if (!tryMake(BREAKER)) {
    if ((ageOf(BREAKER) ?? 0) > STALE_MS) rmdirSync(BREAKER);
    return;
  }
  try {
    if (isStale()) rmSync(LOCK, { recursive: true, force: true });
  } finally {
    rmdirSync(BREAKER);
  }
}

function readOwner() {
  try {
    return JSON.parse(readFileSync(OWNER, "utf8"));
  } catch (error) {
    // Between mkdir and write there is no owner yet, or half of one: then only the age decides.
    if (error.code === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function ageOf(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? undefined : Date.now() - stat.mtimeMs;
}

function touch(path) {
  const now = new Date();
  utimesSync(path, now, now);
}
