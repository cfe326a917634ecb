// A working directory -> the name of its project folder; lossy, so there is no way back: read `cwd` from the entries.

/** As clients from 2.1.150 on name it. The path must be the real one, links resolved. */
export function slugOf(cwd: string): string {
  const slug = longSlugOf(cwd);
  return slug.length <= maxSlugLength ? slug : `${slug.slice(0, maxSlugLength)}-${pathHash(cwd)}`;
}

/** As clients up to 2.1.45 name it: never cut. */
export function longSlugOf(cwd: string): string {
  return cwd.replaceAll(/[^a-zA-Z0-9]/g, "-");
}

/** Whether a folder can be a project's by its name: every slug begins with what was the root of a path. */
export const isSlugLike = (name: string): boolean => /^(?:-|[A-Za-z]--)/.test(name);

const maxSlugLength = 200;

function pathHash(path: string): string {
  let hash = 0;
  for (let at = 0; at < path.length; at++) hash = ((hash << 5) - hash + path.charCodeAt(at)) | 0;
  return Math.abs(hash).toString(36);
}
