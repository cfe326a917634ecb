// The code of a finding -> the sentence that every place tells it in; of a code that is not known there is none.
import { findingCodes } from "../graph/index.ts";

const sentences: ReadonlyMap<string, string> = new Map(Object.entries(findingCodes));

export const findingText = (code: string): string | undefined => sentences.get(code);
