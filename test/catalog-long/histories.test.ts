// Five hundred random histories of logs -> the catalog that followed each equals one made at its end.
import { test } from "vitest";
import { checkHistory } from "../catalog/incremental.ts";

const groups = Array.from({ length: 10 }, (_, group) => group);

test.each(groups)(
  "catalogs that followed fifty histories of group %i equal those made at their ends",
  async (group) => {
    for (let seed = 0; seed < 50; seed++) await checkHistory(1000 + group * 50 + seed, 40);
  },
);
