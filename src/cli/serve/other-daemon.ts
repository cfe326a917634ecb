// A daemon that was there before, and the flags of a second `clew serve` -> which of them it does not go by, in words; nothing is changed.
import type { OtherDaemon } from "../../serve/index.ts";

export type Wished = {
  readonly port?: number;
  readonly host?: string;
  readonly allowActions: boolean;
  readonly newToken: boolean;
};

export function unmet(
  { record, running }: OtherDaemon,
  { port, host, allowActions, newToken }: Wished,
): readonly string[] {
  const address = new URL(record.url);
  const name = address.hostname.replaceAll(/[[\]]/g, "");
  return [
    ...(port !== undefined && port !== 0 && port !== Number(address.port)
      ? [`--port ${port}: its port is ${address.port}`]
      : []),
    ...(host !== undefined && host !== name ? [`--host ${host}: its host is ${name}`] : []),
    ...(allowActions && !running.actions ? ["--allow-actions: it allows none"] : []),
    ...(newToken ? ["--new-token: its token stays valid while it runs"] : []),
  ];
}
