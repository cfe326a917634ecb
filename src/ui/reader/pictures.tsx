// Pictures of a row -> fetched with the token, shown from memory, opened at full size by a click.
import { For, Show, createResource, onCleanup } from "solid-js";
import { askBlob } from "../api/client.ts";
import { type Picture, type Row, type Source, pathOf } from "../api/rows.ts";
import { isSafePicture, openPicture } from "./picture-dialog.tsx";

export function Pictures(props: { readonly row: Row; readonly source: Source }) {
  return (
    <Show when={props.row.images.length > 0}>
      <div class="pictures">
        <For each={props.row.images}>{(picture) => <OnePicture picture={picture} source={props.source} />}</For>
      </div>
    </Show>
  );
}

type Loaded = { readonly blob: Blob; readonly address: string };

function OnePicture(props: { readonly picture: Picture; readonly source: Source }) {
  const control = new AbortController();
  const [loaded] = createResource(async (): Promise<Loaded | undefined> => {
    const { line, index, mediaType } = props.picture;
    if (mediaType === undefined) return undefined;
    const blob = await askBlob(`${pathOf(props.source)}/entry/${line}/image/${index}`, control.signal);
    return isSafePicture(blob) ? { blob, address: URL.createObjectURL(blob) } : undefined;
  });
  const known = (): Loaded | undefined => (loaded.state === "ready" ? loaded() : undefined);
  onCleanup(() => {
    control.abort();
    const last = known();
    if (last !== undefined) URL.revokeObjectURL(last.address);
  });
  const name = () => `Picture in line ${props.picture.line} of the log`;
  return (
    <Show
      when={known()}
      keyed
      fallback={
        <span class="badge">{loaded.loading ? "picture…" : `picture in line ${props.picture.line}, not shown`}</span>
      }
    >
      {({ blob, address }) => (
        <button
          class="picture"
          type="button"
          title="Open at full size"
          onClick={() => openPicture({ blob, name: name() })}
        >
          <img src={address} alt={name()} />
          <span class="unseen">, open at full size</span>
        </button>
      )}
    </Show>
  );
}
