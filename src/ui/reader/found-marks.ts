// Words that were found -> marked on the screen by the browser itself; the text is not touched.

const name = "clew-found";
const mostMarks = 400;
let isPlanned = false;

export function markFound(root: HTMLElement | undefined, words: readonly string[]): void {
  if (!("highlights" in CSS)) return;
  if (root === undefined || words.length === 0) {
    CSS.highlights.delete(name);
    return;
  }
  if (isPlanned) return;
  isPlanned = true;
  // Rows that just came are measured and painted first.
  setTimeout(() => {
    isPlanned = false;
    mark(root, words);
  }, 60);
}

function mark(root: HTMLElement, words: readonly string[]): void {
  if ("highlights" in CSS) CSS.highlights.set(name, new Highlight(...rangesIn(root, words)));
}

const stepMs = 100;
const mostSteps = 20;
let wanted = 0;

/** A row may be higher than the screen, still on its way, or about to be unfolded: its first mark is waited for and brought into sight. */
export function bringFound(list: () => HTMLElement | undefined, row: number, words: readonly string[]): void {
  wanted += 1;
  const mine = wanted;
  let steps = 0;
  const step = (): void => {
    const root = list();
    steps += 1;
    if (mine !== wanted || root?.isConnected === false || steps > mostSteps) return;
    const place = root?.querySelector(`[data-row="${row}"] > .body`);
    const [first] = root === undefined || !(place instanceof HTMLElement) ? [] : rangesIn(place, words);
    if (root === undefined || first === undefined) {
      setTimeout(step, stepMs);
      return;
    }
    mark(root, words);
    bringIntoSight(first, root);
  };
  setTimeout(step, stepMs);
}

/** Also inside an output that scrolls by itself. */
function bringIntoSight(range: Range, root: HTMLElement): void {
  for (let box = range.startContainer.parentElement; box !== null; box = box.parentElement) {
    const [at, frame] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
    const isHidden = at.top < frame.top || at.bottom > frame.bottom;
    if (isHidden && box.scrollHeight > box.clientHeight) box.scrollTop += at.top - frame.top - box.clientHeight / 2;
    if (box === root) return;
  }
}

function rangesIn(root: HTMLElement, words: readonly string[]): readonly Range[] {
  const ranges: Range[] = [];
  const wantedWords = words.map((word) => word.toLowerCase());
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null && ranges.length < mostMarks; node = walker.nextNode()) {
    const text = (node.nodeValue ?? "").toLowerCase();
    // Letters that change their length with their case would shift every mark behind them.
    if (text.length !== node.nodeValue?.length) continue;
    for (const word of wantedWords) {
      for (let at = text.indexOf(word); at >= 0 && ranges.length < mostMarks; at = text.indexOf(word, at + 1)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}
