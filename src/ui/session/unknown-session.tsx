// An id that no log has -> a page that says why that can be, and what to do.
import { sanitizeLine } from "../../view/index.ts";
import { Notice } from "../parts/notice.tsx";

export function UnknownSession(props: { readonly id: string }) {
  return (
    <Notice title="There is no such session here">
      <p>
        No log below the folders that are looked at has the id{" "}
        <code class="log-text">{sanitizeLine(props.id).slice(0, 80)}</code>.
      </p>
      <p>
        The client deletes its logs after 30 days. What clew kept of deleted sessions is listed by the first line, what
        was saved before by the second:
      </p>
      <pre>
        clew ls --tag deleted{"\n"}
        clew restore
      </pre>
      <p>
        It may also lie in another home: start clew with <code>--dir</code>. Otherwise{" "}
        <a href="/sessions" data-own>
          look through the sessions
        </a>
        .
      </p>
    </Notice>
  );
}
