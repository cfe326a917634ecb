// Sessions with a status -> the same with what people know them by: title and folder; read once, and again when a title comes.
import { sessionWords } from "../../find/index.ts";
import type { LiveSession, StatusName } from "../../live/index.ts";
import { type Catalog, CatalogFailure } from "../../store/index.ts";
import { bounded, folderLength } from "../../view/index.ts";
import type { Io } from "../io.ts";
import { ownTitles } from "../own-titles.ts";

export type Told = LiveSession & {
  readonly title: string;
  readonly cwd: string | undefined;
  /** The last part of its folder. */
  readonly project: string | undefined;
};

export type Teller = {
  readonly tell: (session: LiveSession) => Told;
  /** The log at this path names another title now. */
  readonly forget: (path: string) => void;
};

type Words = { readonly title: string; readonly cwd: string | undefined };

export function teller(io: Io, catalog: Catalog | undefined): Teller {
  const titles = ownTitles(io);
  const known = new Map<string, Words>();
  const fromIndex = sessionWords(catalog);
  const forgotten = new Set<string>();

  function indexed(path: string): Words | undefined {
    try {
      return fromIndex(path);
    } catch (error) {
      if (!(error instanceof CatalogFailure)) throw error;
      return undefined;
    }
  }

  function wordsAt(path: string): Words {
    const kept = known.get(path);
    // One that has just begun gets its title with the first prompt.
    if (kept !== undefined && kept.title !== "" && kept.cwd !== undefined) return kept;
    const { title, cwd } =
      (kept === undefined && !forgotten.has(path) ? indexed(path) : undefined) ?? sessionWords(undefined)(path);
    const words = { title, cwd: cwd && bounded(cwd, folderLength) };
    known.set(path, words);
    return words;
  }

  return {
    tell(session) {
      const { title, cwd } = session.path === undefined ? { title: "", cwd: undefined } : wordsAt(session.path);
      const project = cwd?.split(/[\\/]+/).findLast((part) => part !== "");
      return { ...session, title: titles.get(session.sessionId) ?? title, cwd, project };
    },
    forget(path) {
      known.delete(path);
      forgotten.add(path);
    },
  };
}

const waiting: ReadonlySet<StatusName> = new Set(["waiting_approval", "asking_question", "waiting_input"]);

/** Whether a person is what it waits for. */
export const isWaiting = (status: StatusName): boolean => waiting.has(status);

/** The call in one line; empty without one. */
export const callText = ({ status: { call } }: LiveSession): string =>
  call === undefined ? "" : `${call.tool} ${call.about}`.trim();
