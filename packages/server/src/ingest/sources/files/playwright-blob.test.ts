import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { zipOf } from "#testing/archives.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { corpusEntries, corpusFiles } from "#testing/corpus.ts";
import { countRows, rowsOf } from "#testing/database.ts";
import { withdrawInTest } from "#testing/runs.ts";

/** Vitest types its matchers as any. */
const containing = (part: string) => expect.stringContaining(part) as string;

const sampleText = (name: string) =>
  readFileSync(
    new URL(`samples/${name}.jsonl`, import.meta.resolve("@plumb/formats/playwright-blob/playwright-blob.ts")),
    "utf8",
  );
const version2 = sampleText("version-2");
const log = "resources/06a470379b913a11275871ed656fbfd77de488fd.txt";

/** The second shard of the same run. Its tests are different, except for one that stands for a setup test. */
const secondShard = version2.replaceAll('"current":1', '"current":2').replaceAll("cart.spec.ts", "till.spec.ts");

async function problemsOf(plumb: TestApp, token: string, reportId: number) {
  const { body } = await call<{ data: { severity: string; reason: string }[] }>(
    plumb,
    "GET",
    `/api/reports/${reportId}/problems`,
    { token },
  );
  return body.data;
}

test("a blob becomes a report with its attachments, identified by the name of the archive", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const zip = await zipOf({ "report.jsonl": version2, [log]: "the log" });

  const sent = await send(plumb, key, { "blob-report/report-1.zip": zip });

  expect(sent.body.data).toMatchObject({ suite: "shop", total: 5, passed: 3, failed: 1, skipped: 1, flaky: 1 });
  expect(sent.body.files).toMatchObject([
    { name: "blob-report/report-1.zip", verdict: "imported", format: "playwright-blob", tests: 5 },
    { name: log, verdict: "artifact" },
  ]);
  const { body } = await call<{ data: { id: number; titlePath: string[] }[] }>(
    plumb,
    "GET",
    `/api/reports/${sent.body.data.reportId}/results`,
    { token },
  );
  const id = body.data.find(({ titlePath }) => titlePath[0] === "adds an item")?.id;
  const detail = await call(plumb, "GET", `/api/reports/${sent.body.data.reportId}/results/${id}`, { token });
  expect(detail.body).toMatchObject({
    data: {
      attempts: [
        { stdout: "added\n", stderr: "warn\n", steps: [{ title: "Before Hooks" }, { depth: 1 }, { depth: 0 }] },
      ],
      artifacts: [
        { name: "log", size: 7 },
        { name: "binary", size: 3 },
        { name: "elsewhere", size: null },
      ],
    },
  });
});

test("shards become one run: in one upload, in several uploads of a build, and again without a change", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const first = await zipOf({ "report.jsonl": version2, [log]: "one" });
  const second = await zipOf({ "report.jsonl": secondShard, [log]: "two" });

  const together = await send(plumb, key, { "1.zip": first, "2.zip": second });
  const early = await send(plumb, key, { "1.zip": first }, { build: "7" });
  const late = await send(plumb, key, { "2.zip": second }, { build: "7" });
  const again = await send(plumb, key, { "2.zip": second }, { build: "7" });

  expect(together.body.data).toMatchObject({
    total: 10,
    status: "failed",
    problems: [{ severity: "error" }, { severity: "error" }],
  });
  expect(early.body.data).toMatchObject({ total: 5, status: "running" });
  expect(late.body.data).toMatchObject({ reportId: early.body.data.reportId, total: 10, status: "failed" });
  expect(again.body.files).toMatchObject([{ name: "2.zip", verdict: "duplicate" }, { verdict: "unused" }]);
  expect(await countRows(plumb.context.db, "run")).toBe(2);
});

test("output outside the tests is stored, and rolled back with its source", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const sent = await send(plumb, key, { "report-1.zip": await zipOf({ "report.jsonl": version2 }) });
  const { reportId } = sent.body.data;
  const [upload] = (await rowsOf(plumb.context.db, "upload")) as [{ id: number }];

  const report = await call(plumb, "GET", `/api/reports/${reportId}`, { token });
  const output = await call(plumb, "GET", `/api/reports/${reportId}/output`, { token });

  expect(report.body).toMatchObject({ data: { outputCount: 1 } });
  expect(output.body).toMatchObject({
    data: { printed: [{ source: "report-1.zip", stream: "stdout", text: "Starting the shop\n" }], files: [] },
  });
  await withdrawInTest(plumb.context.db, projectId, upload.id, new Date());
  expect(await countRows(plumb.context.db, "run_output")).toBe(0);
});

test("reads two shards with different versions, with a note on the run", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const old = sampleText("version-1").replace('"version":1,', '"version":1,"shard":{"current":2,"total":2},');

  await send(plumb, key, { "1.zip": await zipOf({ "report.jsonl": version2 }) }, { build: "7" });
  const sent = await send(plumb, key, { "2.zip": await zipOf({ "report.jsonl": old }) }, { build: "7" });

  expect(sent.body.data).toMatchObject({ total: 8, status: "failed" });
  expect(await problemsOf(plumb, token, sent.body.data.reportId)).toContainEqual(
    expect.objectContaining({ severity: "warning", reason: containing("different versions: 1.42.1, 1.65.1") }),
  );
});

test("rejects a blob without its report with one sentence", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const zip = await zipOf({ [log]: "the log", [log.replace("06", "07")]: "another" });

  const sent = await send(plumb, key, { "report-1.zip": zip });

  expect(sent.status).toBe(422);
  expect(sent.body.files).toEqual([
    expect.objectContaining({
      name: "report-1.zip",
      verdict: "rejected",
      reason: containing("report.jsonl is missing"),
    }),
  ]);
});

test("names an attachment that is damaged in the archive, and reads the report without it", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const content = "compressible ".repeat(500);
  const zip = await zipOf({ [log]: content, "report.jsonl": version2 });
  // The data of the first entry starts after its header of 30 bytes and its name.
  zip.fill(0xff, 30 + log.length, 30 + log.length + 20);

  const sent = await send(plumb, key, { "report-1.zip": zip });

  expect(sent.body.data).toMatchObject({ total: 5 });
  expect(sent.body.files).toMatchObject([
    { name: log, verdict: "rejected", reason: containing("damaged") },
    { name: "report-1.zip", verdict: "imported" },
  ]);
});

test("does not read a report that unpacks like a bomb", async () => {
  await using plumb = await createTestApp({ maxUploadBytes: 100 * 1024 * 1024 });
  const { key } = await seedProject(plumb);
  const zip = await zipOf({ "report.jsonl": `${version2.split("\n")[0]}\n${" ".repeat(60 * 1024 * 1024)}` });

  const sent = await send(plumb, key, { "report-1.zip": zip });

  expect(sent.status).toBe(422);
  expect(sent.body.files).toMatchObject([{ verdict: "rejected", reason: containing("like an archive bomb") }]);
  expect(await countRows(plumb.context.db, "run")).toBe(0);
});

const corpus = corpusEntries("playwright-blob");

test.skipIf(corpus.length === 0)(
  "the public blobs have the counts of Playwright's own merge (needs PLUMB_TEST_DATA)",
  async () => {
    await using plumb = await createTestApp();
    const { key } = await seedProject(plumb);
    for (const { file, expected } of corpus) {
      const sent = await send(plumb, key, corpusFiles(file), { suite: file });
      const { total, passed, failed, errored, skipped, flaky } = sent.body.data;
      const { tests, ...counts } = expected ?? {};
      expect({ file, total, passed, failed, error: errored, skipped, flaky }).toMatchObject({
        file,
        total: tests,
        passed: counts["passed"],
        failed: counts["failed"],
        error: counts["error"],
        skipped: counts["skipped"],
        flaky: counts["flaky"],
      });
      expect(sent.body.files.filter(({ verdict }) => verdict !== "imported" && verdict !== "artifact")).toEqual([]);
    }
  },
);
