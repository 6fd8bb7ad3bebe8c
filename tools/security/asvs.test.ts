import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/folders.mjs";

/** Numbers of the requirements of levels 1 and 2 in OWASP ASVS 5.0.0. */
const required = JSON.parse(
  readFileSync(new URL("asvs-5.0.0-level-2.json", import.meta.url), "utf8"),
) as readonly string[];

const page = readFileSync(join(root, "docs/security/asvs.md"), "utf8");
const rows = page
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .flatMap(([, number = "", requirement = "", met = "", how = "", evidence = ""]) =>
    /^\d+\.\d+\.\d+$/.test(number) ? [{ number, requirement, met, how, evidence }] : [],
  );

test("each requirement has one line", () => {
  expect(required).toHaveLength(253);
  expect(rows.map(({ number }) => number)).toEqual(required);
});

test("each line has a result, an explanation, and a test or a reason", () => {
  const incomplete = rows.filter(
    ({ requirement, met, how, evidence }) =>
      !["Yes", "Partly", "No", "Operator", "n/a"].includes(met) || requirement === "" || how === "" || evidence === "",
  );
  expect(incomplete).toEqual([]);
});

test("the tests exist", () => {
  const tests = rows.flatMap(({ evidence }) => /^`(.+\.(?:test|spec)\.ts)`$/.exec(evidence)?.[1] ?? []);
  expect(tests.length).toBeGreaterThan(150);
  const paths = tests.map((path) => (/^(?:packages|tools|e2e)\//.test(path) ? path : `packages/server/src/${path}`));
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("the summary counts the lines, and names those that are not met", () => {
  for (const [met, lines] of Map.groupBy(rows, (row) => row.met))
    expect(page).toMatch(new RegExp(`\\| ${met} \\|.*\\| ${lines.length} \\|`));
  const summary = /\*\*Not met\*\*: [^]*?\n\n/.exec(page)?.[0] ?? "";
  const named = [...summary.matchAll(/\d+\.\d+\.\d+/g)].map(([number]) => number);
  expect(named).toEqual(rows.filter(({ met }) => met === "No").map(({ number }) => number));
});
