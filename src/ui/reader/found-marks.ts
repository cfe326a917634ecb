// Words that were found -> marked on the screen by the browser itself; the text is not touched.

const name = "clew-found";
const mostMarks = 400;
let isPlanned = false;

export function markFound(root: HTMLElement | undefined, words: string): void {
  if (!("highlights" in CSS)) return;
  if (root === undefined || words === "") {
    CSS.highlights.delete(name);
    return;
  }
  if (isPlanned) return;
  isPlanned = true;
  // Rows that just came are measured and painted first.
  setTimeout(() => {
    isPlanned = false;
    CSS.highlights.set(name, new Highlight(...rangesIn(root, words.toLowerCase())));
  }, 60);
}

function rangesIn(root: HTMLElement, words: string): readonly Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null && ranges.length < mostMarks; node = walker.nextNode()) {
    const text = (node.nodeValue ?? "").toLowerCase();
    // Letters that change their length with their case would shift every mark behind them.
    if (text.length !== node.nodeValue?.length) continue;
    for (let at = text.indexOf(words); at >= 0 && ranges.length < mostMarks; at = text.indexOf(words, at + 1)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + words.length);
      ranges.push(range);
    }
  }
  return ranges;
}
