// A version of a file -> the field for a new folder, and the button that recovers it there; nothing where no actions are allowed.
import { Show, createSignal } from "solid-js";
import type { Version } from "../api/files.ts";
import { Act, isActing } from "./act.tsx";

export function Recovery(props: { readonly path: string; readonly version: Version }) {
  const [typed, setTyped] = createSignal<string>();
  const into = () => typed() ?? usualFolder(props.path, props.version);
  return (
    <Show when={isActing()}>
      <div class="recovery">
        <label>
          <span>New folder for it</span>
          <input
            type="text"
            value={into()}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <Act
          op="recover"
          args={{ path: props.path, version: props.version.version, into: into() }}
          label="Recover this version"
          title="Recover this version"
        />
      </div>
    </Show>
  );
}

/** Another one for each version: files are recovered into folders that are not there yet. */
function usualFolder(path: string, { version }: Version): string {
  const name = path.split(/[\\/]/).at(-1) ?? "";
  const plain =
    name
      .replaceAll(/[^\w.-]+/g, "-")
      .replaceAll(/^[.-]+/g, "")
      .slice(0, 60) || "file";
  return `~/clew-recovered/${plain}-v${version}`;
}
