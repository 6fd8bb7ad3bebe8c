import { expect, test } from "vitest";
import { formatById, formats } from "./registry.ts";
import type { Meaning } from "./meanings.ts";
import { meaningsByFormat } from "#testing/meanings-by-format.ts";
import { countsOf, only, readFiles } from "#testing/read-sample.ts";
import type { ReportFormat } from "./report-format.ts";

const rows = Object.entries(meaningsByFormat).flatMap(([id, meanings]) =>
  meanings.map((meaning) => [id, meaning.tool, meaning.sign, meaning] as const),
);

test("every format has its table", () => {
  expect(Object.keys(meaningsByFormat).toSorted()).toEqual(formats.map(({ id }) => id).toSorted());
});

test.for(rows)("%s, %s: %s", async ([id, , , meaning]) => {
  const format = formatById(id) as ReportFormat;
  const files = typeof meaning.sample === "string" ? { sample: meaning.sample } : meaning.sample;
  const [name = "", head = ""] = Object.entries(files)[0] ?? [];
  expect(format.recognises(head, name), "the sample is of this format").toBe(true);
  for (const [, part = ""] of meaning.sign.matchAll(/`([^`]+)`/g))
    expect(bare(JSON.stringify(files)), "the sample shows the sign").toContain(bare(JSON.stringify(part).slice(1, -1)));
  expect(meaning.source).toMatch(/^https:\/\/|^json-export\.md$/);
  expect(await meaningsOf(format, files)).toMatchObject(expected[meaning.means]);
});

async function meaningsOf(format: ReportFormat, files: Readonly<Record<string, string>>) {
  const events = await readFiles(format, files, 1000);
  const { tests = 0, ...counts } = countsOf(events);
  const severities = only("problem", events).map(({ severity }) => severity);
  return {
    statuses: [...new Set(only("test", events).map(({ status }) => status))],
    tests,
    counts,
    retries: only("attempt", events).filter(({ index }) => index > 0).length,
    red: severities.includes("error"),
    incomplete: severities.includes("incomplete"),
  };
}

const full = { red: false, incomplete: false };

/** Expected result of reading the sample. */
const expected: Readonly<Record<Meaning["means"], Record<string, unknown>>> = {
  passed: { statuses: ["passed"], ...full },
  flaky: { statuses: ["passed"], tests: 1, counts: { flaky: 1 }, ...full },
  failed: { statuses: ["failed"] },
  error: { statuses: ["error"] },
  skipped: { statuses: ["skipped"], ...full },
  attempt: { retries: 1, ...full },
  outside: { counts: { failed: 0, error: 0 }, red: true },
  "run failed": { counts: { failed: 0, error: 0 }, red: true },
  interrupted: { counts: { failed: 0, error: 0 }, incomplete: true },
  "no test": { tests: 1, statuses: ["passed"], counts: { flaky: 0 }, ...full },
};

/** Removes layout and quotes, which differ between the table and a report. */
function bare(text: string): string {
  return text.replace(/\\[nrt]|[\s\\]/g, "");
}
