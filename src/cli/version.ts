// The version of this package, kept here so that `--help` need not read package.json; a test holds the two together.
export const version = "0.1.0";
