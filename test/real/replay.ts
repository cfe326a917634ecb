// Samples and a client -> for each, whether clew foretells what the client sends when it resumes it.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { comparable, compareRequests, defaultPrompt } from "../../src/proof/index.ts";
import type { Client, Difference, Prover, ResumeResult } from "../../src/proof/index.ts";
import { clewRequest } from "./ours.ts";
import type { Sample } from "./sessions.ts";
import { inTurns } from "./turns.ts";

export type Verdict = { readonly sample: Sample } & (
  | { readonly kind: "equal"; readonly blocks: number }
  | { readonly kind: "differs"; readonly differences: readonly Difference[] }
  /** The client did not take the session, so there is nothing to foretell. */
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "failed"; readonly why: string }
);

export type ReplayOptions = {
  readonly client: Client;
  readonly provers: readonly Prover[];
  /** A folder for a copy of every session and for `{file, messages}`, to study. */
  readonly keep?: string | undefined;
};

export function replay(
  samples: readonly Sample[],
  { client, provers, keep }: ReplayOptions,
): Promise<readonly Verdict[]> {
  return inTurns(samples, provers, async (sample, prover) => {
    const { file } = sample;
    const theirs = await prover.resumeSession({ client, sessionFile: file, timeoutMs: 90_000 });
    if (keep !== undefined)
      await keepSent(keep, `${client.version} ${sample.set} ${sample.name}`, { file, messages: theirs.messages });
    if (!theirs.accepted) return { sample, kind: "refused", why: theirs.error ?? "" };
    if (!theirs.originalBytesKept) return { sample, kind: "failed", why: "the client changed what was there" };
    try {
      const ours = comparable(await clewRequest(file, client.version));
      const differences = compareRequests(ours, comparable(theirs.messages, defaultPrompt));
      return differences.length === 0
        ? { sample, kind: "equal", blocks: ours.length }
        : { sample, kind: "differs", differences };
    } catch (error) {
      return { sample, kind: "failed", why: lastLine(error) };
    }
  });
}

type Sent = { readonly file: string; readonly messages: ResumeResult["messages"] };

async function keepSent(folder: string, title: string, { file, messages }: Sent): Promise<void> {
  await mkdir(folder, { recursive: true });
  const name = title.replaceAll(/[^\w.-]+/g, "_");
  const copy = join(folder, `${name}.jsonl`);
  await copyFile(file, copy);
  await writeFile(join(folder, `${name}.json`), JSON.stringify({ file: copy, messages }));
}

/** A failed command is reported with the whole command first and its complaint last. */
const lastLine = (error: unknown): string => String(error).trim().split("\n").at(-1) ?? "";
