// What the model said in one turn -> the sentences that tell most of it, in their order; the same words give the same extract.
import { type Sentence, sentencesOf } from "./sentence.ts";

export type CondenseOptions = {
  /** The share of the characters that stays. */
  readonly ratio: number;
  /** What is shorter than this stays whole. */
  readonly leastLength: number;
};

/** A fifth. A short answer is its own summary. */
export const usualRatio: CondenseOptions = { ratio: 0.2, leastLength: 400 };

type Candidate = Sentence & { readonly at: number; readonly worth: number };

/** `texts`: one for each time the model spoke; the last one is its answer. */
export function condense(texts: readonly string[], { ratio, leastLength }: CondenseOptions = usualRatio): string {
  const spoken = texts.map((text) => text.trim()).filter((text) => text !== "");
  const length = spoken.reduce((sum, text) => sum + text.length, 0);
  if (length <= leastLength) return spoken.join("\n");
  const room = Math.max(leastLength, Math.floor(length * ratio));
  const candidates = spoken.flatMap((text, index) => rated(text, index === spoken.length - 1));
  const numbered = candidates.map((candidate, at) => ({ ...candidate, at }));
  return joined(chosen(numbered, room));
}

function rated(text: string, isAnswer: boolean): readonly Candidate[] {
  const sentences = sentencesOf(text);
  return sentences.map((sentence, index) => {
    const isEdge = index === 0 || index === sentences.length - 1;
    return { ...sentence, at: 0, worth: worthOf(sentence) + (isEdge ? 2 : 0) + (isAnswer ? 2 : 0) };
  });
}

const signs: readonly (readonly [RegExp, number])[] = [
  [
    /(?:[\w.@-]+[/\\])+[\w.@-]+|\b[\w-]+\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|cs?|cpp|h|md|json|ya?ml|toml|sh|sql|css|html)\b/,
    2,
  ],
  [
    /\b(?:errors?|fail(?:s|ed|ure)?|bugs?|broken|crash\w*|exception|cannot|can't|wrong|missing|warning)\b|错误|失败|エラー|失敗/i,
    2,
  ],
  [
    /\b(?:decid\w+|because|instead|chose|choose|therefore|so that|root cause|turns out|fix(?:ed)?|solution|must|should)\b|因为|决定|原因|ため/i,
    2,
  ],
  [/\d/, 1],
  [/`[^`]+`/, 1],
  [/^(?:#{1,6}|[-*+]|\d+[.)])\s/, 1],
  [/^(?:now,? )?(?:let me|i'll|i will|let's|now i)\b/i, -2],
];

const worthOf = ({ text, kind }: Sentence): number =>
  kind === "code" ? -1 : signs.reduce((sum, [sign, worth]) => sum + (sign.test(text) ? worth : 0), 0);

/** The best first, of equals the earlier, as long as there is room; at least one. */
function chosen(candidates: readonly Candidate[], room: number): readonly Candidate[] {
  const kept: Candidate[] = [];
  let left = room;
  for (const candidate of candidates.toSorted((a, b) => b.worth - a.worth || a.at - b.at)) {
    if (candidate.text.length > left && kept.length > 0) continue;
    kept.push(candidate);
    left -= candidate.text.length + 1;
    if (left <= 0) break;
  }
  return kept.toSorted((a, b) => a.at - b.at);
}

function joined(kept: readonly Candidate[]): string {
  let text = "";
  let before = -1;
  for (const { text: words, at, startsLine } of kept) {
    const gap = at === before + 1 ? " " : " … ";
    text += before === -1 ? words : `${startsLine ? "\n" : gap}${words}`;
    before = at;
  }
  return text;
}
