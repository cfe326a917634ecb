// The folder that a shell command starts in, and its parts in turn -> the folders that each part may run in.
import { resolvePath } from "./file-path.ts";
import { type Values, homeShape, plainShapes } from "./shell-doubt.ts";
import type { SimpleCommand } from "./shell-words.ts";

export type Place = {
  /** Where the next part may run; the first is the likeliest. */
  readonly folders: readonly string[];
  /** Whether it surely runs in the first, or nothing depends on it. */
  readonly isSure: boolean;
  /** The place as the next part finds it. */
  readonly before: (command: SimpleCommand) => Place;
  /** For a part that may run at any time. */
  readonly anywhere: () => Place;
  /** Where else it may run if a change of folder failed. */
  readonly others: readonly string[];
  /** Every folder that it ever was in. */
  readonly seen: readonly string[];
  /** Whether it may be in more folders than are listed. */
  readonly isLost: boolean;
};

/** A loop that changes its folder a few times has more than anybody wants to follow. */
const mostFolders = 64;

export const startPlace = (folder: string | undefined): Place => {
  const folders = folder === undefined ? [] : [folder];
  return place({ folders, others: [], seen: folders, isSure: true, isLost: false });
};

type Facts = Pick<Place, "folders" | "others" | "seen" | "isSure" | "isLost">;

function place(facts: Facts): Place {
  const [folders, others, seen] = [within(facts.folders), within(facts.others), within(facts.seen)];
  const isLost = facts.isLost || [facts.folders, facts.others, facts.seen].some(({ length }) => length > mostFolders);
  const self: Place = {
    folders,
    others,
    seen,
    isSure: facts.isSure,
    isLost,
    // Behind `&&` and `|` a change of folder has succeeded; behind anything else perhaps not.
    anywhere: () => place({ folders: union(folders, seen), others, seen, isSure: false, isLost }),
    before: ({ after }) =>
      others.length === 0 || after === "&&" || after === "|"
        ? self
        : place({ folders: union(folders, others), others: [], seen, isSure: false, isLost }),
  };
  return self;
}

const within = (folders: readonly string[]): readonly string[] => folders.slice(0, mostFolders);

const union = (...lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())];

export function movedTo(
  from: Place,
  { words }: SimpleCommand,
  { isDone, isSingle, values }: { readonly isDone: boolean; readonly isSingle: boolean; readonly values: Values },
): Place {
  const verb = words[0]?.text;
  if (verb !== "cd" && verb !== "pushd" && verb !== "popd") return from;
  const flags = words.slice(1).filter(({ text }) => text.startsWith("-"));
  const target = words.slice(1).find(({ text }) => !text.startsWith("-"));
  const isBack = verb === "popd" || flags.some(({ text }) => text === "-");
  const isKnown = target !== undefined && !target.unclear && !isBack;
  const next = isKnown
    ? from.folders.flatMap((folder) => resolvePath(target.text, folder) ?? [])
    : isBack
      ? from.seen
      : possible(target?.shape ?? homeShape, { folders: from.folders, values });
  const absolute = isKnown && from.folders.length === 0 ? resolvePath(target.text, undefined) : undefined;
  const folders = union(absolute === undefined ? next : [absolute]);
  const seen = union(from.seen, folders);
  const { isLost } = from;
  if (!isSingle)
    return place({ folders: union(from.folders, folders), others: from.others, seen, isSure: false, isLost });
  const isAbsolute = folders.length === 1 && isKnown && resolvePath(target.text, undefined) !== undefined;
  const isSure = (from.isSure || isAbsolute) && isKnown && flags.length === 0 && folders.length === 1;
  if (isDone) return place({ folders, others: [], seen, isSure, isLost });
  return place({ folders, others: union(from.folders, from.others), seen, isSure, isLost });
}

function possible(
  shape: string,
  ground: { readonly folders: readonly string[]; readonly values: Values },
): readonly string[] {
  const places = ground.folders.length === 0 ? [undefined] : ground.folders;
  return plainShapes(shape, ground).flatMap((each) => places.flatMap((folder) => resolvePath(each, folder) ?? []));
}
