// One line -> its record: blank, good, or unsure; a line is good only when the whole of it is one JSON object.
import { LINE_FEED, OPEN_BRACE, QUOTE, lineFeedFrom, spaced } from "./characters";
import { ROOT } from "./keys";
import { objectEnd, surface } from "./objects";
import {
  ASSISTANT,
  ATTACHED,
  BLANK,
  BLOCK_KIND,
  CONTENT_TEXT,
  GOOD,
  HAS_DENIAL,
  HAS_ERROR,
  HAS_LIST,
  HAS_ODD_ERROR,
  HAS_ORIGIN,
  HAS_RESULT,
  HAS_SEARCHES,
  HAS_VARIANT,
  IS_COMPACTION,
  IS_COMPACT_SUMMARY,
  IS_META,
  IS_PROMPT,
  IS_QUEUED,
  IS_SIDECHAIN,
  IS_TASK,
  KINDS,
  SYSTEM,
  TEXT,
  TEXT_RANGE,
  TITLE,
  TOLD,
  UNSURE,
  USER,
  beginLine,
  block,
  blockCount,
  endLine,
  flag,
  flags,
  isDoubtful,
  line,
  setRange,
} from "./record";

/** Longer lines are known by their place only. */
const LONGEST: usize = 64 * 1024 * 1024;
const BYTE_ORDER_MARK: u32 = 0xbfbbef;

/** Gives the place of the line feed. Only the first line of a log may have a byte order mark. */
export function readLine(start: usize, isFirst: bool): usize {
  beginLine(start);
  const isMarked = isFirst && (load<u32>(start) & 0xffffff) == BYTE_ORDER_MARK;
  const open = spaced(isMarked ? start + 3 : start);
  const first = load<u8>(open);
  if (first == LINE_FEED) {
    endLine(open, open - start <= LONGEST ? BLANK : UNSURE);
    return open;
  }
  surface();
  const close = first == OPEN_BRACE ? objectEnd(open, ROOT) : 0;
  const end = close ? spaced(close) : 0;
  const isWhole = end != 0 && load<u8>(end) == LINE_FEED;
  const isGood = isWhole && !isDoubtful && end - start <= LONGEST && isClear();
  const feed = isWhole ? end : lineFeedFrom(start);
  endLine(feed, isGood ? GOOD : UNSURE);
  return feed;
}

/** Whether the record says all that the digest wants of the line, without judging its text. */
function isClear(): bool {
  switch (flags & KINDS) {
    case USER:
      return flags & HAS_RESULT ? isPlainResult() : isPlainPrompt();
    case SYSTEM:
      return !(flags & IS_COMPACTION);
    case ATTACHED:
      return !(flags & IS_QUEUED);
    case ASSISTANT:
      return !(flags & HAS_VARIANT);
    case TITLE:
      return false;
  }
  return true;
}

/** Of an error the host looks at the words, if they are where it expects them. */
function isPlainResult(): bool {
  if (flags & HAS_SEARCHES) return false;
  if (!(flags & HAS_ERROR)) return true;
  return !(flags & HAS_DENIAL) && (load<u32>(line, TOLD) != 0 || !(flags & HAS_ODD_ERROR));
}

/** Typed text: what the client itself writes in a person's place begins with a tag or a bracket, or is marked. */
function isPlainPrompt(): bool {
  if (flags & (IS_META | IS_COMPACT_SUMMARY | HAS_ORIGIN)) return false;
  if (flags & HAS_LIST && !takeOnlyText()) return false;
  if (!load<u32>(line, CONTENT_TEXT)) return false;
  const first = load<u8>(load<u32>(line, CONTENT_TEXT));
  // Beyond ASCII there is white space too.
  if (first <= 0x20 || first >= 0x7f) return false;
  if (first == 0x22 || first == 0x3c || first == 0x5b || first == 0x5c) return false;
  flag(flags & IS_SIDECHAIN ? IS_TASK : IS_PROMPT);
  return true;
}

/** A list of one text is the same as that text. */
function takeOnlyText(): bool {
  if (blockCount != 1) return false;
  const start = load<u32>(block, TEXT_RANGE);
  if (load<u32>(block, BLOCK_KIND) != TEXT || !start || load<u8>(start) != QUOTE) return false;
  setRange(line + CONTENT_TEXT, start + 1, load<u32>(block, TEXT_RANGE + 4) - 1);
  return true;
}
