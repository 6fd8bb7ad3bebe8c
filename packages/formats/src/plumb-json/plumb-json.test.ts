import { expect, test } from "vitest";
import { detect } from "#detect.ts";
import { limits } from "#limits.ts";
import { containing, countsOf, only, readText, sampleText } from "#testing/read-sample.ts";
import { plumbJson } from "./plumb-json.ts";

async function read(name: string) {
  const text = sampleText(new URL(`./samples/${name}.json`, import.meta.url));
  const events = await readText(plumbJson, text, 16);
  expect(await readText(plumbJson, text, 1_000_000), "chunks must not matter").toEqual(events);
  return events;
}

const documentOf = (tests: readonly unknown[]) =>
  JSON.stringify({ format: "plumb-report", version: 1, report: { suite: "s" }, problems: [], tests });

test("is detected by its declared format, wherever that is in the document", () => {
  expect(detect(sampleText(new URL("./samples/full.json", import.meta.url)))).toEqual({ format: plumbJson });
  expect(detect('{ "exportedAt" : "x", "format" : "plumb-report", "version": 1')).toEqual({ format: plumbJson });
  expect(detect('{"note":"\\"format\\":\\"plumb-report\\"","config":{},"suites":[]}')).not.toEqual({
    format: plumbJson,
  });
});

test("the run equals the exported one, with facts that uploaders set for other formats", async () => {
  const [run] = only("run", await read("full"));
  expect(run).toEqual({
    kind: "run",
    framework: "playwright",
    suite: "checkout",
    startedAt: Date.UTC(2026, 2, 4, 9),
    durationMs: 61_234.5,
    metadata: { os: "linux" },
    exported: {
      key: "0123456789abcdef".repeat(4),
      environment: "staging",
      branch: "main",
      commit: "4f2a9c1",
      build: "1042",
      ciUrl: "https://ci.test/7",
      endedAt: Date.UTC(2026, 2, 4, 9, 10),
      tags: ["nightly"],
      facts: [],
      interrupted: true,
    },
  });
});

test("repeats problems with the files in which they were found", async () => {
  expect(only("problem", await read("full"))).toEqual([
    { kind: "problem", severity: "error", reason: "Error: no server", file: "shard-1.json", line: 7 },
    { kind: "problem", severity: "warning", reason: "Titles were cut.", file: null },
  ]);
});

test("output and files outside tests belong to the run again", async () => {
  const events = await read("full");
  expect(events.filter((event) => event.kind === "stdout" && event.test === undefined)).toEqual([
    { kind: "stdout", stream: "stderr", text: "warn: slow disk\n" },
    { kind: "stdout", stream: "stdout", text: "seeded" },
  ]);
  expect(events.filter((event) => event.kind === "artifact" && event.test === undefined)).toEqual([
    {
      kind: "artifact",
      name: "server.log",
      contentType: "text/plain",
      path: "logs/server.log",
      sha256: "b".repeat(64),
    },
  ]);
});

test("a test has its attempts, errors, steps, output and artifacts, all before the event that decides it", async () => {
  const events = await read("full");
  expect(countsOf(events)).toMatchObject({ tests: 3, passed: 1, flaky: 1, error: 1, skipped: 1 });
  expect(events.filter((event) => ("test" in event ? event.test : "id" in event && event.id) === "1")).toEqual([
    {
      kind: "attempt",
      test: "1",
      index: 0,
      status: "failed",
      startedAt: Date.UTC(2026, 2, 4, 9, 0, 1),
      durationMs: 100,
      worker: 2,
      errors: [
        {
          message: "Error: \u001b[31mbroke\u001b[39m",
          stack: "at cart.spec.ts:4",
          snippet: "> 4 |",
          type: "Error",
          file: "cart.spec.ts",
          line: 4,
          column: 9,
        },
      ],
    },
    {
      kind: "step",
      test: "1",
      attempt: 0,
      title: "open",
      depth: 0,
      status: "passed",
      durationMs: 40,
      category: "test.step",
    },
    {
      kind: "step",
      test: "1",
      attempt: 0,
      title: "click",
      depth: 1,
      status: "failed",
      durationMs: null,
      error: "no such button",
      file: "support/pages.ts",
      line: 6,
    },
    { kind: "stdout", test: "1", attempt: 0, stream: "stdout", text: "out\n" },
    { kind: "stdout", test: "1", attempt: 0, stream: "stderr", text: "err\n" },
    {
      kind: "attempt",
      test: "1",
      index: 1,
      status: "passed",
      startedAt: Date.UTC(2026, 2, 4, 9, 0, 2),
      durationMs: 200,
      worker: 3,
      errors: [],
    },
    {
      kind: "artifact",
      test: "1",
      attempt: 0,
      step: 1,
      name: "screenshot",
      contentType: "image/png",
      path: "D:\\ci\\shot.png",
      sha256: "a".repeat(64),
    },
    { kind: "artifact", test: "1", name: "log", contentType: "text/plain", path: "log.txt" },
    {
      kind: "test",
      id: "1",
      file: "cart.spec.ts",
      titlePath: ["Cart", "pays"],
      variant: "chromium",
      status: "passed",
      flaky: true,
      line: 3,
      occurrence: 1,
      browser: "chromium",
      author: "Ada",
      tags: ["smoke"],
      annotations: [{ type: "issue", description: "SHOP-1" }, { type: "slow" }],
    },
  ]);
});

test("does not guess at a document of a newer version", async () => {
  const events = await read("newer-version");
  expect(countsOf(events).tests).toBe(0);
  expect(only("problem", events)).toEqual([
    { kind: "problem", severity: "incomplete", reason: containing("written by a newer Plumb"), line: 1 },
  ]);
});

test("rejects impossible values of a hostile document", async () => {
  const events = await read("hostile");
  expect(only("run", events)).toEqual([
    {
      kind: "run",
      framework: "play wright",
      metadata: { os: "linux" },
      exported: { key: null, environment: "<b>prod</b>", endedAt: null, tags: ["ok"], facts: [], interrupted: false },
    },
  ]);
  expect(
    only("test", events).map(({ titlePath, status, flaky, file }) => ({ titlePath, status, flaky, file })),
  ).toEqual([
    { titlePath: ["(unnamed)"], status: "passed", flaky: false, file: null },
    { titlePath: ["a", "b"], status: "skipped", flaky: false, file: null },
  ]);
  expect(only("attempt", events)).toMatchObject([
    { index: 0, status: "skipped", startedAt: null, durationMs: null, errors: [{ message: "" }] },
  ]);
  expect(only("step", events).map(({ title, depth }) => [title, depth])).toEqual([
    ["", 0],
    ["deep", limits.stepDepth],
  ]);
  expect(only("artifact", events).map(({ attempt, sha256 }) => [attempt, sha256])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
  expect(only("problem", events).map(({ severity, reason }) => [severity, reason])).toEqual([
    ["warning", "What a severity"],
    ["incomplete", containing("not valid JSON")],
  ]);
});

test("cuts and reports values beyond the limits", async () => {
  const attempt = { status: "passed", errors: [], steps: [] };
  const many = { titlePath: ["many"], status: "passed", attempts: Array.from({ length: 101 }, () => attempt) };
  const events = await readText(plumbJson, documentOf([many]), 1000);
  expect(only("attempt", events)).toHaveLength(limits.attemptsPerTest);
  expect(only("problem", events)).toMatchObject([
    { severity: "warning", reason: containing("more than 100 attempts") },
  ]);
});

test("accepts the occurrence number of tests with the same name within limits", async () => {
  const document = documentOf(
    [3, 30_000, 30_001, 0, -1, 1.5, "2", null].map((occurrence) => ({
      titlePath: ["same"],
      status: "passed",
      occurrence,
    })),
  );
  const occurrences = only("test", await readText(plumbJson, document, 1000)).map(({ occurrence }) => occurrence);
  expect(occurrences.slice(0, 6)).toEqual([3, 30_000, undefined, undefined, undefined, undefined]);
  expect(occurrences.at(-1)).toBeUndefined();
});

test("accepts valid locations and attachments of a step", async () => {
  const document = documentOf([
    {
      titlePath: ["pays"],
      status: "passed",
      attempts: [
        {
          status: "passed",
          errors: [],
          steps: [
            { title: "clicks", depth: 0, status: "passed", duration: 1, file: "pay.ts", line: 3 },
            { title: "waits", depth: 0, status: "passed", duration: 1, file: 5, line: -3 },
          ],
        },
      ],
      artifacts: [0, -1, 1.5, "1", null].map((step) => ({ attempt: 0, step, name: "shot" })),
    },
  ]);
  const events = await readText(plumbJson, document, 1000);
  expect(only("step", events).map(({ file, line }) => [file, line])).toEqual([
    ["pay.ts", 3],
    [undefined, undefined],
  ]);
  expect(only("artifact", events).map(({ step }) => step)).toEqual([0, undefined, undefined, undefined, undefined]);
});

test("a truncated file keeps the tests before the cut", async () => {
  const full = documentOf([
    { titlePath: ["first"], status: "passed" },
    { titlePath: ["second"], status: "passed" },
  ]);
  const events = await readText(plumbJson, full.slice(0, -10), 7);
  expect(countsOf(events).tests).toBe(1);
  expect(only("problem", events)).toMatchObject([
    { severity: "incomplete", reason: containing("1 complete tests were kept") },
  ]);
});
