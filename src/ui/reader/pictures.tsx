// Pictures of a row -> fetched with the token, shown from memory; kinds that are not served are only named.
import { For, Show, createResource, onCleanup } from "solid-js";
import { askBlob } from "../api/client.ts";
import { type Picture, type Row, type Source, pathOf } from "../api/rows.ts";

export function Pictures(props: { readonly row: Row; readonly source: Source }) {
  return (
    <Show when={props.row.images.length > 0}>
      <div class="pictures">
        <For each={props.row.images}>{(picture) => <OnePicture picture={picture} source={props.source} />}</For>
      </div>
    </Show>
  );
}

function OnePicture(props: { readonly picture: Picture; readonly source: Source }) {
  const control = new AbortController();
  const [address] = createResource(async () => {
    const { line, index, mediaType } = props.picture;
    if (mediaType === undefined) return undefined;
    return URL.createObjectURL(await askBlob(`${pathOf(props.source)}/entry/${line}/image/${index}`, control.signal));
  });
  onCleanup(() => {
    control.abort();
    if (address.state === "ready" && address() !== undefined) URL.revokeObjectURL(address() ?? "");
  });
  return (
    <Show
      when={address.state === "ready" && address()}
      fallback={
        <span class="badge">{address.loading ? "picture…" : `picture in line ${props.picture.line}, not shown`}</span>
      }
    >
      {(source) => <img src={source()} alt={`Picture in line ${props.picture.line} of the log`} />}
    </Show>
  );
}
