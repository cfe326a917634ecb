// A picture of the log -> a dialog that shows it at its full size, with ways to keep it.
import { Show, createSignal, onCleanup } from "solid-js";
import { formatBytes, formatWhole } from "../../view/index.ts";
import { Dialog } from "../parts/dialog.tsx";

export type OpenedPicture = { readonly blob: Blob; readonly name: string };

/** Types that run no script when a browser opens them by themselves; never SVG. */
const endings: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/gif", "gif"],
  ["image/webp", "webp"],
]);

export const isSafePicture = ({ type }: Blob): boolean => endings.has(type);

/** A new tab still loads it when the dialog is closed. */
const revokeAfterMs = 60_000;

const [opened, setOpened] = createSignal<OpenedPicture>();

/** Kept outside of the rows: the row of a picture may scroll away while its dialog is open. */
export const openPicture = (picture: OpenedPicture): void => void setOpened(picture);

export function PictureDialog() {
  onCleanup(() => setOpened(undefined));
  return (
    <Show when={opened()} keyed>
      {(picture) => <FullPicture {...picture} />}
    </Show>
  );
}

function FullPicture(props: OpenedPicture) {
  const { blob, name } = props;
  const address = URL.createObjectURL(blob);
  onCleanup(() => setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs));
  const [size, setSize] = createSignal("");
  const fileName = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.${endings.get(blob.type) ?? "bin"}`;
  return (
    <Dialog title={name} size="full" onClose={() => setOpened(undefined)}>
      <p class="facts">
        <span>{size()}</span>
        <span>{formatBytes(blob.size)}</span>
        <a href={address} target="_blank" rel="noopener noreferrer">
          Open in a new tab
        </a>
        <a href={address} download={fileName} rel="noopener noreferrer">
          Download
        </a>
      </p>
      <img
        src={address}
        alt={name}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize(`${formatWhole(naturalWidth)} × ${formatWhole(naturalHeight)} px`)
        }
      />
    </Dialog>
  );
}
