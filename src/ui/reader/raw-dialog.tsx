// A line of a log -> its own bytes as text, laid out when it is JSON.
import { Match, Show, Switch, createResource } from "solid-js";
import { formatBytes, sanitize } from "../../view/index.ts";
import { type Source, readEntry } from "../api/rows.ts";
import { CopyButton } from "../parts/copy.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Failure, SmallNotice } from "../parts/notice.tsx";
import { Code } from "../text/code.tsx";

type RawProps = { readonly source: Source; readonly line: number; readonly onClose: () => void };

export function RawDialog(props: RawProps) {
  const [entry] = createResource(() => readEntry(props.source, props.line));
  return (
    <Dialog title={`Line ${props.line} of the log`} size="wide" onClose={props.onClose}>
      <Switch fallback={<SmallNotice>Reading…</SmallNotice>}>
        <Match when={entry.error !== undefined}>
          <Failure error={entry.error} />
        </Match>
        <Match when={entry()}>
          {(known) => (
            <>
              <p class="facts">
                <span>{known().kind}</span>
                <span>{formatBytes(known().bytes)}</span>
                <Show when={!known().isWhole}>
                  <span>only its beginning is shown</span>
                </Show>
                <CopyButton text={known().text} label="Copy" class="button quiet" />
              </p>
              <Code code={laidOut(known().text)} language="json" />
            </>
          )}
        </Match>
      </Switch>
    </Dialog>
  );
}

function laidOut(text: string): string {
  try {
    return sanitize(JSON.stringify(JSON.parse(text), null, 2));
  } catch (error) {
    if (error instanceof SyntaxError) return sanitize(text);
    throw error;
  }
}
