// What a person calls a project, and a session's slug and folder -> whether it is that one; one meaning for every command.

export type ProjectPlace = {
  readonly slug: string;
  /** As the session's log tells it; asked only where the slug does not decide. */
  readonly folder: () => string | undefined;
};

/** A slug cannot be turned back into a path, but a path can be turned into what its slug must contain. */
export function isInProject({ slug, folder }: ProjectPlace, wanted: string): boolean {
  const part = wanted.toLowerCase();
  return (
    slug.toLowerCase().includes(part.replaceAll(/[^a-z0-9]/g, "-")) || (folder() ?? "").toLowerCase().includes(part)
  );
}
