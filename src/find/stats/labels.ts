// Labels as they come -> their numbers, the same label the same number.

export type Labels = { readonly all: readonly string[]; readonly add: (label: string) => number };

export function labels(): Labels {
  const all: string[] = [];
  const places = new Map<string, number>();
  return {
    all,
    add(label) {
      const known = places.get(label);
      if (known !== undefined) return known;
      places.set(label, all.length);
      return all.push(label) - 1;
    },
  };
}
