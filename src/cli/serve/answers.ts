// The thread's settings -> one who answers every question of the daemon; each answer's code is loaded when it is first asked for.
import { daysIn, momentOf } from "../../find/index.ts";
import { nodeClock } from "../../live/index.ts";
import { type Answerer, type Question, jsonAnswer, listAhead, listDesk, readDesk } from "../../serve/index.ts";
import { WorldError, openCatalog } from "../../store/index.ts";
import { foreignHomeOf } from "../client-home.ts";
import { keptReader, ownMakings } from "../own-marks.ts";
import { ownTitles } from "../own-titles.ts";
import { isResumable, resumeLine } from "../resume-line.ts";
import { type Asked, asked } from "./asked.ts";
import { updateIndex } from "./index-answer.ts";
import { openHistories } from "./open-histories.ts";
import type { LaneSettings } from "./lane-io.ts";

export function answersOf(settings: LaneSettings): Answerer {
  const { homes } = settings;
  const own = {
    titles: () => ownTitles(settings),
    makings: () => ownMakings(settings),
    kept: keptReader(settings),
  };
  const desk = readDesk({
    homes,
    clock: nodeClock,
    ...own,
    resume: (folder, sessionId, path) =>
      isResumable(sessionId)
        ? (resumeLine(settings, { folder, sessionId, home: foreignHomeOf(settings, path) }).line ?? null)
        : null,
  });
  const list = listDesk({
    homes,
    ...own,
    openIndex: (nowMs) => indexAt(settings, nowMs),
    moment: (words, name, nowMs) => momentOf(words, name, { days: daysIn(settings.timeZone), nowMs }),
  });
  const histories = openHistories();

  return async (question, onProgress) => {
    const { about, nowMs } = question;
    if (about === "sessions" || about === listAhead) return await list.answer(question);
    if (about === "index") return jsonAnswer(await updateIndex(settings, nowMs, onProgress));
    const read = desk.answer(question);
    if (read !== undefined) return await read;
    return jsonAnswer(await told(question, asked({ settings, desk, list }, question)));
  };

  async function told({ about, nowMs }: Question, one: Asked): Promise<string> {
    switch (about) {
      case "context":
        return await (await import("./tab-answers.ts")).contextAnswer(one);
      case "findings":
        return await (await import("./tab-answers.ts")).findingsAnswer(one);
      case "request":
        return await (await import("./tab-answers.ts")).requestAnswer(one);
      case "search":
        return await (await import("./search-answer.ts")).searchAnswer(one);
      case "stats":
        return await (await import("./count-answers.ts")).statsAnswer(one);
      case "cost":
        return await (await import("./count-answers.ts")).costAnswer(one);
      case "session-cost":
        return await (await import("./count-answers.ts")).sessionCostAnswer(one);
      case "files":
        return (await import("./file-answers.ts")).filesAnswer(one)(await histories(settings, nowMs));
      case "session-files":
        return (await import("./file-answers.ts")).sessionFilesAnswer(one)(
          await histories(settings, nowMs, one.session()),
        );
      case "file-versions":
        return (await import("./file-answers.ts")).versionsAnswer(one)(await histories(settings, nowMs));
      case "file-content":
        return (await import("./file-answers.ts")).contentAnswer(one)(await histories(settings, nowMs));
      case "file-diff":
        return (await import("./file-answers.ts")).diffAnswer(one)(await histories(settings, nowMs));
      case "preview":
        return await (await import("./action-answers.ts")).previewAnswer(one);
      case "act":
        return await (await import("./action-answers.ts")).actAnswer(one);
    }
    throw new WorldError("not-found", "there is nothing under this address", { hint: "see docs/api.md" });
  }
}

async function indexAt({ cacheDir, dataDir }: LaneSettings, nowMs: number) {
  const catalog = await openCatalog({ cacheDir, dataDir, nowMs });
  return "unavailable" in catalog ? undefined : catalog;
}
