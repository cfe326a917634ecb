// An app -> a server on loopback that lets in only what may come in; a port in use is left to whoever has it.
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { WorldError, systemCode } from "../../store/index.ts";
import { hostNames, refusalOf } from "../guard/admit.ts";
import { refusalJson } from "../guard/refusal.ts";
import type { Served } from "./app.ts";
import { everyHeader } from "./headers.ts";

/** `taken`: ports that were tried before it, on which other programs listen. */
export type Listening = { readonly server: Server; readonly port: number; readonly taken: readonly number[] };

/** Of ports in a row so many are tried. */
const tries = 20;

/** `port` 0: any that is free. */
export async function listenOn(
  app: Hono<Served>,
  place: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const { host, port } = place;
  const taken: number[] = [];
  const last = port === 0 ? 0 : Math.min(port + tries - 1, 65_535);
  for (let wanted = port; wanted <= last; wanted++) {
    const server = serverOf(app);
    if (await isTaken(server, wanted, host)) {
      taken.push(wanted);
      continue;
    }
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("a server on a port has a port");
    return { server, port: address.port, taken };
  }
  throw new WorldError("failed", `the ports from ${port} to ${last} are all in use`, {
    hint: "name another with --port, or --port 0 for any",
  });
}

function isTaken(server: Server, port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const code = systemCode(error);
      if (code === "EADDRINUSE") return resolve(true);
      const why = code === "EACCES" ? "the system keeps it for itself" : code;
      return reject(
        new WorldError("failed", `cannot listen on ${host} port ${port}: ${why ?? error.message}`, {
          hint: "name another with --port, or --port 0 for any",
          cause: error,
        }),
      );
    });
    server.listen({ port, host, exclusive: true }, () => resolve(false));
  });
}

function serverOf(app: Hono<Served>): Server {
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer({ maxHeaderSize: 16 * 1024, keepAliveTimeout: 30_000 }, (incoming, outgoing) => {
    for (const [name, value] of everyHeader) outgoing.setHeader(name, value);
    if (isAdmitted(incoming, outgoing)) void answer(incoming, outgoing);
  });
  return server;
}

function isAdmitted(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const refusal = refusalOf(incoming, hostNames(incoming.socket.localPort ?? 0));
  if (refusal === undefined) return true;
  outgoing.writeHead(refusal.status, { "content-type": "application/json; charset=utf-8", connection: "close" });
  outgoing.end(refusalJson(refusal));
  return false;
}
