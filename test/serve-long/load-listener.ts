// One open stream of events -> each frame, checked to be the next one; a frame that all get alike is parsed once for all.
import { type ClientRequest, request } from "node:http";

export type Grown = { readonly sessionId: string; readonly from: number; readonly to: number; readonly lines: number };
export type Frame = {
  readonly id: number;
  readonly event: string;
  readonly logs: readonly Grown[];
  readonly isFirst: boolean;
};

export type Audience = {
  readonly join: () => Promise<ClientRequest>;
  readonly faults: () => readonly string[];
};

export type AudienceOptions = {
  readonly url: string;
  readonly token: string;
  readonly onFrame: (frame: Frame) => void;
};

/** Our own daemon wrote it. */
function hasLogs(data: unknown): data is { readonly logs: readonly Grown[] } {
  return typeof data === "object" && data !== null && "logs" in data && Array.isArray(data.logs);
}

const keptFrames = 2000;

export function audience({ url, token, onFrame }: AudienceOptions): Audience {
  const faults: string[] = [];
  const parsed = new Map<string, Omit<Frame, "isFirst">>();

  function frameOf(text: string): Frame {
    const known = parsed.get(text);
    if (known !== undefined) return { ...known, isFirst: false };
    const fields = new Map(
      text.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
    );
    const data: unknown = JSON.parse(fields.get("data") ?? "{}");
    const frame = {
      id: Number(fields.get("id") ?? Number.NaN),
      event: fields.get("event") ?? "",
      logs: hasLogs(data) ? data.logs : [],
    };
    parsed.set(text, frame);
    const [oldest] = parsed.keys();
    if (parsed.size > keptFrames && oldest !== undefined) parsed.delete(oldest);
    return { ...frame, isFirst: true };
  }

  return {
    faults: () => faults,
    join: () =>
      new Promise((resolve, reject) => {
        let seen: number | undefined;
        let rest = "";
        const asking = request(
          `${url}api/v1/events`,
          { headers: { authorization: `Bearer ${token}` }, agent: false },
          (answer) => {
            answer.setEncoding("utf8");
            answer.on("data", (part: string) => {
              const frames = (rest + part).split("\n\n");
              rest = frames.pop() ?? "";
              for (const text of frames.filter((one) => !one.startsWith(":"))) take(frameOf(text));
            });
          },
        );
        asking.on("error", reject);
        asking.end();

        function take(frame: Frame): void {
          if (frame.event === "hello") return resolve(asking);
          if (frame.event === "bye") return;
          if (frame.event === "reload") faults.push(`told to reload at ${frame.id}`);
          if (seen !== undefined && frame.id !== seen + 1) faults.push(`${frame.id} after ${seen}`);
          seen = frame.id;
          onFrame(frame);
        }
      }),
  };
}
