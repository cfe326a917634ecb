// A tree -> `clew search` without an index beside ripgrep and Node's own start: time, and every needle found.
import { needleWord } from "../generate/truth.ts";
import { checkNeedles } from "./checks.ts";
import { type Entrant, contest } from "./contest.ts";
import { type Field, bytesOf, clewJob, needleJob, needlesIn, nodeJob } from "./field.ts";
import { type Section, secondsOf } from "./section.ts";

const [clewName, ripgrepName, nodeName] = ["clew search --no-index", "rg -uuu -c", "node -e 0"];

export async function searchSection(field: Field, rounds: number): Promise<Section> {
  const needle = needleJob(field);
  const search = ["search", needleWord, "--no-index"];
  const entrants: readonly Entrant[] = [
    ...(needle === undefined ? [] : [{ name: ripgrepName, target: "tree", job: needle } as const]),
    { name: nodeName, target: "none", job: nodeJob },
    { name: clewName, target: "tree", job: clewJob(field, search) },
  ];
  const rows = await contest(entrants, rounds);
  const [clew, node] = [secondsOf(rows, clewName), secondsOf(rows, nodeName)];
  const limit = {
    what: "search without an index over ripgrep, Node's own start taken off",
    figure: (clew - node) / secondsOf(rows, ripgrepName),
    most: 2,
    unit: "x",
    force: "told",
  } as const;
  return {
    title: "search: one rare phrase, no index",
    rows,
    bytes: bytesOf(field),
    limits: needle === undefined ? [] : [limit],
    checks: await checkNeedles(field, clewJob(field, [...search, "--json"])),
    notes: [`${needlesIn(field).hits} needles planted`],
  };
}
