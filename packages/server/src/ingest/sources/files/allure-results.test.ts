import { readdirSync, readFileSync } from "node:fs";
import type { ResultDetail } from "@plumb/contract/runs/results.ts";
import { expect, test } from "vitest";
import { tarOf, zipOf } from "#testing/archives.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { corpusEntries, corpusFiles } from "#testing/corpus.ts";
import { countRows } from "#testing/database.ts";

/** Vitest types its matchers as any. */
const containing = (part: string) => expect.stringContaining(part) as string;

const sample = new URL("../../../../../formats/src/allure-results/samples/full/", import.meta.url);
const results = Object.fromEntries(
  readdirSync(sample).map((name) => [name, readFileSync(new URL(name, sample), "utf8")] as const),
);
const attachments = { "1-attachment.png": "a picture", "3-attachment": "a log", "4-attachment.txt": "a setup log" };

const inFolder = <Content>(folder: string, files: Readonly<Record<string, Content>>): Record<string, Content> =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]));

const counts = { total: 6, passed: 2, failed: 1, errored: 1, skipped: 2, flaky: 1, status: "failed" };

async function detailOf(plumb: TestApp, token: string, reportId: number, title: string) {
  const list = await call<{ data: { id: number; titlePath: string[] }[] }>(
    plumb,
    "GET",
    `/api/reports/${reportId}/results`,
    { token },
  );
  const id = list.body.data.find(({ titlePath }) => titlePath.at(-1) === title)?.id;
  return (await call<{ data: ResultDetail }>(plumb, "GET", `/api/reports/${reportId}/results/${id}`, { token })).body
    .data;
}

async function artifactsOf(plumb: TestApp, token: string, reportId: number, title: string) {
  return (await detailOf(plumb, token, reportId, title)).artifacts.map(({ name, size }) => [name, size]);
}

test("a folder becomes one report with its attachments and one outcome", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);

  const sent = await send(plumb, key, inFolder("target/allure-results", { ...results, ...attachments }));

  expect(sent.body.data).toMatchObject({ ...counts, suite: "pytest" });
  expect(sent.body.files).toMatchObject([
    { name: "target/allure-results", verdict: "imported", format: "allure-results", tests: 6 },
    { verdict: "artifact" },
    { verdict: "artifact" },
    { verdict: "artifact" },
  ]);
  expect(await artifactsOf(plumb, token, sent.body.data.reportId, "adds an item")).toEqual([
    ["log", 5],
    ["page", 9],
    ["lost", null],
  ]);
  const output = await call(plumb, "GET", `/api/reports/${sent.body.data.reportId}/output`, { token });
  expect(output.body).toMatchObject({ data: { printed: [], files: [{ name: "Setup log", size: 11 }] } });
});

test("a file attached in a step has its step", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { ...results, ...attachments })).body.data;

  const { artifacts, attempts } = await detailOf(plumb, token, reportId, "adds an item");

  expect(artifacts.map(({ name, step }) => [name, attempts[0]?.steps[step ?? -1]?.title])).toEqual([
    ["log", "waits"],
    ["page", undefined],
    ["lost", undefined],
  ]);
});

test.for([
  ["a zip with its folder", () => zipOf(inFolder("allure-results", results)), "results.zip", "allure-results"],
  ["a zip of what is in the folder", () => zipOf(results), "results.zip", "results.zip"],
  ["a tar", () => tarOf(inFolder("allure-results", results)), "results.tar", "allure-results"],
] as const)("%s is the same report", async ([, pack, archive, name]) => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await send(plumb, key, inFolder("x", results));

  const sent = await send(plumb, key, { [archive]: await pack() });

  expect(sent.body.files).toMatchObject([{ name, verdict: "duplicate", format: "allure-results" }]);
  expect(await countRows(plumb.context.db, "run")).toBe(1);
});

test("folders of one build are one run, and a test that another job ran again has more attempts", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const passedLater = (results["f-result.json"] ?? "")
    .replace('"status": "failed"', '"status": "passed"')
    .replaceAll("17723592", "17723628");
  const again = { "f-result.json": passedLater };

  await send(plumb, key, inFolder("job-1", results), { build: "7" });
  const sent = await send(plumb, key, inFolder("job-2", again), { build: "7" });

  expect(sent.body.data).toMatchObject({ total: 6, passed: 3, failed: 0, flaky: 2 });
});

test("two folders in one upload stay two sources of one run", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const other = {
    "z-result.json":
      '{"uuid":"z","name":"is elsewhere","status":"passed","labels":[{"name":"framework","value":"pytest"}]}',
  };

  const sent = await send(plumb, key, { ...inFolder("a", results), ...inFolder("b", other) });

  expect(sent.body.data).toMatchObject({ total: 7 });
  expect(sent.body.files).toMatchObject([
    { name: "a", verdict: "imported", tests: 6 },
    { name: "b", verdict: "imported", tests: 1 },
  ]);
  expect(await countRows(plumb.context.db, "upload")).toBe(2);
});

test("later attachments of the same folder are added", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  await send(plumb, key, inFolder("allure-results", results));

  const sent = await send(plumb, key, inFolder("allure-results", { ...results, ...attachments }));

  expect(sent.body.files[0]).toMatchObject({ verdict: "duplicate" });
  expect(await artifactsOf(plumb, token, sent.body.data.reportId, "adds an item")).toEqual([
    ["log", 5],
    ["page", 9],
    ["lost", null],
  ]);
});

test("a report that is attached to a test is an attachment, not a report", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const junit = '<testsuite name="inner"><testcase name="x"/></testsuite>';
  const files = { ...results, "1-attachment.png": junit, "9-attachment.xml": junit };

  const sent = await send(plumb, key, inFolder("allure-results", files));

  expect(sent.body.data).toMatchObject(counts);
  expect(sent.body.files.map(({ verdict }) => verdict)).toEqual(["imported", "artifact", "artifact"]);
});

test("a folder with one broken part is partial, never green, and names the part", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const passed = results["b2-result.json"] ?? "";

  const sent = await send(plumb, key, { "a/1-result.json": passed, "a/2-result.json": passed.slice(0, 60) });

  expect(sent.body.data).toMatchObject({ total: 1, passed: 1, status: "interrupted" });
  expect(sent.body.files).toMatchObject([
    { name: "a", verdict: "partial", tests: 1, reason: containing("valid JSON") },
  ]);
  expect(sent.body.data.problems).toMatchObject([{ severity: "incomplete", file: "a/2-result.json" }]);
});

test("rejects containers without results, and gives a reason for results with another name", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);

  const sent = await send(plumb, key, {
    "a/g-container.json": results["g-container.json"] ?? "",
    "b/renamed.json": results["a-result.json"] ?? "",
  });

  expect(sent.status).toBe(422);
  expect(sent.body.files).toMatchObject([
    { name: "a", verdict: "rejected", reason: containing("contains no results") },
    { name: "b/renamed.json", verdict: "unused", reason: containing("does not end in -result.json") },
  ]);
  expect(await countRows(plumb.context.db, "run")).toBe(0);
});

// Excludes folders without a *-result.json, which have no tests.
const corpus = corpusEntries("allure-results").filter(({ expected }) => (expected?.["tests"] ?? 0) > 0);

test.skipIf(corpus.length === 0)(
  "the public folders have the counts of the manifest (needs PLUMB_TEST_DATA)",
  async () => {
    await using plumb = await createTestApp();
    const { key } = await seedProject(plumb);
    for (const { file, expected } of corpus) {
      const sent = await send(plumb, key, corpusFiles(file), { suite: file });
      const { total, passed, failed, errored, skipped, flaky } = sent.body.data;
      const { tests, duration_ms: _duration, suites: _suites, ...rest } = expected ?? {};
      expect({ file, tests: total, passed, failed, error: errored, skipped, flaky }).toEqual({ file, tests, ...rest });
    }
  },
);
