// What scratch-home.mjs gives, for the TypeScript files that use it.
export function scratchHome(env: Readonly<Record<string, string | undefined>>): {
  readonly env: Readonly<Record<string, string>>;
  readonly remove: () => void;
};
