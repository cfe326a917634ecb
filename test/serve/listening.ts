// A daemon's stream of events -> the events as they come, and a way to wait for one; ends when it is told to.
import { request } from "node:http";
import { type JsonObject, parsedObject } from "../../src/format/index.ts";

export type Heard = { readonly id: number | undefined; readonly event: string; readonly data: JsonObject };

export type Listening = {
  readonly all: readonly Heard[];
  readonly next: (isWanted: (heard: Heard) => boolean) => Promise<Heard>;
  readonly ended: Promise<void>;
  readonly end: () => void;
};

type Wait = { readonly isWanted: (heard: Heard) => boolean; readonly resolve: (heard: Heard) => void };

export type Source = { readonly url: string; readonly token: string };

export function listenTo({ url, token }: Source, query = ""): Promise<Listening> {
  const all: Heard[] = [];
  const waits = new Set<Wait>();
  let rest = "";
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const asking = request(`${url}api/v1/events${query}`, { headers, agent: false }, (answer) => {
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        const frames = (rest + part).split("\n\n");
        rest = frames.pop() ?? "";
        for (const frame of frames) if (!frame.startsWith(":")) take(heardIn(frame));
      });
      const ended = new Promise<void>((done) => answer.on("close", () => done()));
      resolve({ all, ended, next, end: () => asking.destroy() });
    });
    asking.on("error", reject);
    asking.end();
  });

  function take(heard: Heard): void {
    all.push(heard);
    for (const wait of waits) {
      if (!wait.isWanted(heard)) continue;
      waits.delete(wait);
      wait.resolve(heard);
    }
  }

  /** One that has come already counts. */
  function next(isWanted: Wait["isWanted"]): Promise<Heard> {
    const before = all.find(isWanted);
    return before === undefined ? new Promise((resolve) => waits.add({ isWanted, resolve })) : Promise.resolve(before);
  }
}

function heardIn(frame: string): Heard {
  const field = (name: string): string | undefined =>
    frame
      .split("\n")
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const id = field("id");
  return {
    id: id === undefined ? undefined : Number(id),
    event: field("event") ?? "",
    data: parsedObject(field("data") ?? "") ?? {},
  };
}
