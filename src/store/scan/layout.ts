// Where things stand in the kernel's memory: the same places as in its own `record.ts`, `table.ts` and `commit.ts`.

// Of a line, in words of four bytes. A range is two of them, begin and end; begin 0 says that there is none.
export const lineStart = 0;
export const lineEnd = 1;
export const lineFlags = 2;
export const lineBlocks = 3;
/** In words of eight bytes, as are all numbers. */
export const lineTime = 2;
export const sessionIdRange = 8;
export const agentIdRange = 10;
export const cwdRange = 12;
export const gitBranchRange = 14;
export const versionRange = 16;
export const forkedFromRange = 18;
export const uuidRange = 20;
export const typeRange = 22;
export const messageIdRange = 24;
export const modelRange = 26;
export const contentRange = 34;
export const inputTokens = 18;
export const outputTokens = 19;
export const cacheReadTokens = 20;
export const cacheWriteTokens = 21;
export const write1hTokens = 22;
export const write5mTokens = 23;
export const webSearches = 24;
export const toldRange = 50;

// Of a content block.
export const blockWords = 20;
export const blockKind = 0;
export const blockIndex = 1;
export const blockFlags = 2;
export const idRange = 4;
export const nameRange = 6;
export const callRange = 8;
export const targetRange = 10;
export const textRange = 12;
export const thinkingRange = 14;
export const inputRange = 16;
export const blockContentRange = 18;

// Flags of a line.
export const verdicts = 3;
export const verdictBlank = 0;
export const verdictGood = 1;
export const kinds = 7 << 2;
export const kindUser = 1 << 2;
export const kindAssistant = 2 << 2;
export const isSidechain = 1 << 5;
export const isApiError = 1 << 7;
export const isStopped = 1 << 9;
export const hasUsage = 1 << 10;
export const hasCacheWrite = 1 << 11;
export const isAnswer = 1 << 12;

export const blockToolUse = 1;
export const blockToolResult = 2;
export const blockIsError = 1;

// Why a scan paused.
export const atEnd = 0;
export const atUnsure = 1;
export const atError = 2;

// What there is to tell.
export const newSession = 1;
export const newAgent = 2;
export const newFolder = 4;
export const newBranch = 8;
export const newFork = 16;
export const newPrompt = 32;
export const newTask = 64;

// Of a table, in words of four bytes.
export const tableRows = 0;
export const tableCount = 1;
export const tablePool = 2;
export const tablePoolBytes = 3;
export const tableRowBytes = 4;
/** Not 0 where any of the strings does not stand for itself: see `storedWord`. */
export const tableHasSpelled = 5;
export const tableFields = 6;
/** Of a row in words of four: the hash of its string, behind that where it begins in the pool, and its length. */
export const rowHash = 0;
/** Of a row, in words of eight. */
export const rowNumbers = 2;

export const tables = {
  messages: 0,
  calls: 1,
  results: 2,
  prompts: 3,
  models: 4,
  versions: 5,
  variants: 6,
  tools: 7,
  targets: 8,
} as const;

// Of the numbers that are given to the kernel, in words of eight bytes.
export const givenFlags = 2;
export const givenLengths = 5;
export const givenUsage = 9;
