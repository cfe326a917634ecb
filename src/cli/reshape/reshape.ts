// A session's name and an intent -> the reshaped sessions, told to the person, and proved by a real client if one was named.
import type { ExitCode, Io } from "../io.ts";
import { oneByOne } from "./one-by-one.ts";
import { type Reshaped, reshapedJson, reshapedText } from "./reshaped.ts";
import { type Intent, type ReshapeFlags, reshaping } from "./reshaping.ts";
import { sayUntidy } from "./telling.ts";
import type { Verifier } from "./verify.ts";

export function reshape(io: Io, flags: ReshapeFlags, intent: Intent): Promise<ExitCode> {
  return reshapeAll(io, flags, [intent]);
}

/** A client that cannot be run is told before anything is written. */
export async function reshapeAll(io: Io, flags: ReshapeFlags, intents: readonly Intent[]): Promise<ExitCode> {
  const { verifyWithClient: binary } = flags;
  const verifier = binary === undefined ? undefined : await (await import("./verify.ts")).openVerifier(io, binary);
  try {
    return await oneByOne(io, intents, async (intent) => {
      let code: ExitCode = 0;
      const all = await reshaping(io, flags, intent);
      for (const [at, made] of all.entries()) {
        const which = all.length > 1 ? `, part ${at + 1} of ${all.length}` : "";
        if (!(await isTold(io, { one: asCalled(io, { ...made, which }), flags, verifier }))) code = 1;
      }
      return code;
    });
  } finally {
    await verifier?.close();
  }
}

/** Commands that may help are named as the person called this one. */
function asCalled({ command }: Io, one: Reshaped): Reshaped {
  const named = (text: string): string => text.replaceAll("`clew ", `\`${command} `);
  const { advice, whyIdle } = one;
  return {
    ...one,
    whyIdle: whyIdle && named(whyIdle),
    advice: advice && { none: named(advice.none), little: advice.little && named(advice.little) },
  };
}

type Telling = { readonly one: Reshaped; readonly flags: ReshapeFlags; readonly verifier: Verifier | undefined };

/** Whether it is what it should be, as far as anybody was asked. */
async function isTold(io: Io, { one, flags, verifier }: Telling): Promise<boolean> {
  sayUntidy(io, one);
  if (verifier === undefined || one.path === undefined) {
    io.out(flags.json ? reshapedJson(io, one) : reshapedText(io, one));
    return true;
  }
  const { isProved, verifiedText } = await import("./verify.ts");
  // A proof takes seconds: a person sees at once where the result is.
  if (!flags.json) io.out(reshapedText(io, one));
  const verified = await verifier.verify(one.path);
  io.err(verifiedText(verified));
  if (flags.json) io.out(reshapedJson(io, { ...one, verified }));
  return isProved(verified);
}
