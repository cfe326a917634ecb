// What a proof needs of the machine it runs on, named by the caller; nothing is read from the environment.
import { dirname } from "node:path";

export type Host = {
  /** Path of the Node binary: it runs the worker, npm and the older clients. */
  readonly node: string;
  /** Value of PATH: where sh, npm, unshare and ip are. */
  readonly path: string;
  /** An existing folder; everything a proof makes lies below it and is removed again. */
  readonly scratchDir: string;
};

export const searchPath = (host: Host): string => `${dirname(host.node)}:${host.path}`;
