// A version of a file -> the field for a new folder, and the button that recovers it there; nothing where no actions are allowed.
import type { Version } from "../api/files.ts";
import { FieldAct } from "./field-act.tsx";

export function Recovery(props: { readonly path: string; readonly version: Version }) {
  return (
    <FieldAct
      op="recover"
      field="New folder for it"
      usual={usualFolder(props.path, props.version)}
      args={(into) => ({ path: props.path, version: props.version.version, into })}
      label="Recover this version"
      title="Recover this version"
    />
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
