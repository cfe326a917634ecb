// A client's binary -> somebody who says whether that client takes a session and sends what was foretold; a wrong binary is told at once.
import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buildRequest, newestRules, rulesFor } from "../../graph/index.ts";
import { type Client, clientAt, comparable, compareRequests, defaultPrompt, startProver } from "../../proof/index.ts";
import { WorldError, openSession, systemCode } from "../../store/index.ts";
import { plural, sanitizeLine } from "../../view/index.ts";
import type { Io } from "../io.ts";

export type Verified = {
  readonly version: string;
  readonly accepted: boolean;
  /** Why it was not taken. */
  readonly error: string | undefined;
  /** Of the conversation, as the client sent it. */
  readonly blocks: number;
  /** From what `clew request` foretells for that version. */
  readonly differences: number;
};

export type Verifier = { readonly verify: (path: string) => Promise<Verified>; readonly close: () => Promise<void> };

export async function openVerifier(io: Io, named: string): Promise<Verifier> {
  const scratchDir = await scratchFolder(io.host.tempDir);
  const close = (): Promise<void> => rm(scratchDir, { recursive: true, force: true });
  const host = { node: io.host.node, path: io.host.path, scratchDir };
  try {
    // A bare name is looked for as a shell does it.
    const client = await clientAt(/[\\/]/.test(named) ? resolve(io.cwd, named) : named, host);
    if (client === undefined)
      throw new WorldError("not-found", `${JSON.stringify(named)} does not say which version of Claude Code it is`, {
        hint: "--verify-with-client names its program, such as the one that `which claude` prints; nothing was written",
      });
    return { verify: (path) => verified(client, path), close };
  } catch (error) {
    await close();
    throw error;
  }

  async function verified(client: Client, path: string): Promise<Verified> {
    const prover = await startProver(host);
    const { version } = client;
    try {
      io.err(`clew: ${version} resumes a copy of it (${prover.isolation})\n`);
      const { accepted, error, messages } = await prover.resumeSession({ client, sessionFile: path }).catch(notRun);
      if (!accepted) return { version, accepted, error: error ?? "no reason given", blocks: 0, differences: 0 };
      const sent = comparable(messages, defaultPrompt);
      const { length } = compareRequests(comparable(foretold(path, version)), sent);
      return { version, accepted, error: undefined, blocks: sent.length, differences: length };
    } finally {
      await prover.close();
    }
  }
}

/** The result stands there by now: it must be told, whatever became of the proof. */
function notRun(error: unknown): { readonly accepted: false; readonly error: string; readonly messages: readonly [] } {
  if (!(error instanceof Error)) throw error;
  return { accepted: false, error: error.message, messages: [] };
}

export const isProved = ({ accepted, differences }: Verified): boolean => accepted && differences === 0;

export function verifiedText({ version, accepted, error, blocks, differences }: Verified): string {
  if (!accepted) return `clew: ${version} does not take it: ${sanitizeLine(error ?? "")}\n`;
  const said = differences === 0 ? "as foretold" : `with ${plural(differences, "difference")} from what was foretold`;
  return `clew: ${version} took it and sent ${plural(blocks, "block")}, ${said}\n`;
}

async function scratchFolder(tempDir: string): Promise<string> {
  try {
    return await mkdtemp(join(tempDir, "clew-proof-"));
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    throw new WorldError("failed", `a client cannot be run: no folder can be made in ${tempDir} (${code})`, {
      hint: "name another with TMPDIR, or leave --verify-with-client out; nothing was written",
      cause: error,
    });
  }
}

function foretold(path: string, version: string) {
  const rules = rulesFor(version) ?? newestRules;
  const { session, read, close } = openSession(path, { rules, agents: "left-out" });
  try {
    return buildRequest(session.conversation.nodes, { read, rules, reminders: "left-out" }).messages;
  } finally {
    close();
  }
}
