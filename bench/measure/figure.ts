// A JSON answer and a name -> figures of that name; undefined when there is none, never a throw.

/** The first of that name, however deep it stands. */
export function figure(answer: string | undefined, name: string): number | undefined {
  const found = new RegExp(`"${name}":\\s*(\\d+)`).exec(answer ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
}

/** What stands at the end of a path of keys. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
        ? Object.entries(inner).find(([name]) => name === key)?.[1]
        : undefined,
    value,
  );
}

export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "number" ? found : undefined;
}

/** The keys of an object, none of anything else. */
export const keysOf = (value: unknown): readonly string[] =>
  typeof value === "object" && value !== null ? Object.keys(value) : [];

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
