// A row after which the conversation was taken back -> a mark for each branch that was left there.
import { For } from "solid-js";
import { plural, sanitizeLine } from "../../view/index.ts";
import type { Head } from "../api/head.ts";
import type { Source } from "../api/rows.ts";
import { Icon } from "../parts/icon.tsx";
import { sessionAddress } from "../shell/router.ts";

type MarkProps = { readonly source: Source; readonly head: Head | undefined; readonly row: number };

export function ForkMarks(props: MarkProps) {
  const branches = () =>
    props.source.branch === undefined
      ? (props.head?.branches ?? []).filter(({ forkRow }) => forkRow === props.row)
      : [];
  return (
    <For each={branches()}>
      {(branch) => (
        <div class="fork-here">
          <Icon name="branch" />
          <span>
            The conversation went back to here. A branch of {plural(branch.rows, "row")} was left
            <span class="log-text">{previewOf(branch.turns[0]?.preview)}</span>
          </span>
          <a href={branchAddress(props.source, branch.number)} data-own>
            Read branch {branch.number}
          </a>
        </div>
      )}
    </For>
  );
}

const previewOf = (preview: string | undefined): string =>
  preview === undefined ? "." : `: ${sanitizeLine(preview).slice(0, 80)}`;

export function branchAddress({ id, agent }: Source, branch: number): string {
  const address = sessionAddress(id, { agent });
  return `${address}${address.includes("?") ? "&" : "?"}branch=${branch}`;
}
