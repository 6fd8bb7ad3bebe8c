import { readFileSync } from "node:fs";
import { trendFormulas } from "@plumb/analysis/trends/formulas.ts";
import { expect, test } from "vitest";

const guide = readFileSync(new URL("../../../../../docs/trends.md", import.meta.url), "utf8").replaceAll(/\s+/g, " ");

test.for(Object.values(trendFormulas).map(({ name, text }) => [name, text] as const))(
  "docs/trends.md contains the formula of %s in the text of the screen",
  ([name, text]) => {
    expect(guide).toContain(name);
    expect(guide).toContain(text);
  },
);
