import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { JsonExport } from "@plumb/contract/runs/json-export.ts";
import { expect, test } from "vitest";
import { renderJson } from "./json.ts";
import { openReport } from "#exports/source/open-report.ts";
import { reportSource } from "#exports/source/stored-report.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { zipOf } from "#testing/archives.ts";
import { interruptSilent } from "#runs/interrupt-silent.ts";
import { testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";
import { junit, playwright } from "#testing/reports.ts";

async function exported({ context }: TestApp, projectId: number, reportId: number, resultId: number | null = null) {
  const { head, stored } = await openReport(context, { projectId, reportId, resultId });
  const out = new PassThrough();
  const written = text(out);
  await renderJson(reportSource(head, stored), out, {
    includeArtifacts: false,
    origin: "http://plumb.test",
    now: context.clock(),
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  return written;
}

/** Checks that an export matches the API description exactly. */
function asDocumented(document: string): unknown {
  const parsed = JSON.parse(document) as unknown;
  expect(JsonExport.parse(parsed)).toEqual(parsed);
  return parsed;
}

/** Returns everything except the time and the origin of the export. */
function compared(document: string): unknown {
  const { exportedAt: _, source: __, ...report } = asDocumented(document) as Record<string, unknown>;
  return report;
}

const first = playwright([
  { title: "adds to the cart", attempts: ["passed"] },
  { title: "pays by card", attempts: ["failed", "failed"], screenshot: "shots/card.png" },
  { title: "pays by voucher", attempts: ["failed", "passed"] },
  { title: "ships", attempts: ["failed"] },
]);
const again = playwright([{ title: "ships", attempts: ["failed", "passed"], screenshot: "shots/ships.png" }], {
  after: 600,
});
const options = {
  suite: "Checkout",
  environment: "staging",
  branch: "main",
  commit: "4f2a9c1",
  commitAuthor: "Ada Lovelace",
  pullRequest: "12",
  build: "1042",
  ciUrl: "https://ci.test/7",
  tag: "nightly",
  fact: "browser=chrome-143",
};

/** Uploads a run in two parts, the second of which runs a failed test again. */
async function sendRun(plumb: TestApp, key: string) {
  await send(plumb, key, { "results.json": first, "shots/card.png": "picture" }, options);
  return (await send(plumb, key, { "again.json": again, "shots/ships.png": "ship" }, options)).body.data.reportId;
}

test("an exported report that is imported elsewhere and exported again is the same report", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const archive = await seedProject(plumb, "Archive");
  const before = await exported(plumb, shop.projectId, await sendRun(plumb, shop.key));

  // Files of artifacts can have any name, because they are matched by content.
  const sent = await send(plumb, archive.key, { "plumb-checkout-1.json": before, "1.bin": "picture", "2.bin": "ship" });
  const after = await exported(plumb, archive.projectId, sent.body.data.reportId);

  expect(sent.body.files.map(({ verdict }) => verdict)).toEqual(["imported", "artifact", "artifact"]);
  expect(compared(after)).toEqual(compared(before));
  expect(compared(before)).toMatchObject({
    report: { suite: "Checkout", environment: "staging", branch: "main", build: "1042", status: "failed" },
    tests: [
      { status: "failed", artifacts: [{ size: 7 }] },
      { flaky: true },
      { flaky: true, attempts: { length: 3 }, artifacts: [{ attempt: 2, size: 4 }] },
      { status: "passed" },
    ],
  });
});

test("keeps locations and attachments of steps", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const archive = await seedProject(plumb, "Archive");
  const live = await openLive(plumb, shop.key);
  const step = { kind: "step", test: "a", attempt: 0, depth: 0, status: "passed", durationMs: 1 } as const;
  await live.batch([
    { ...step, title: "opens" },
    { ...step, title: "pays", file: "support/pay.ts", line: 3 },
    { kind: "artifact", test: "a", attempt: 0, step: 1, name: "note", contentType: "text/plain", body: "bm90ZQ==" },
    { kind: "attempt", test: "a", index: 0, status: "passed", startedAt: null, durationMs: 2, errors: [] },
    testEvent("a", "passed"),
  ]);
  await live.complete();
  const before = await exported(plumb, shop.projectId, live.run.reportId);

  const sent = await send(plumb, archive.key, { "plumb.json": before, note: "note" });

  const after = JSON.parse(await exported(plumb, archive.projectId, sent.body.data.reportId)) as { tests: unknown };
  expect(after.tests).toEqual((JSON.parse(before) as { tests: unknown }).tests);
  expect(after.tests).toMatchObject([
    {
      artifacts: [{ name: "note", step: 1, size: 4 }],
      attempts: [{ steps: [{ title: "opens" }, { title: "pays", file: "support/pay.ts", line: 3 }] }],
    },
  ]);
});

test("a run of several reports keeps its problems, its pause and its interruption", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const archive = await seedProject(plumb, "Archive");
  const cutOff = junit([["cart", "adds"]]).replace("</testsuite></testsuites>", "");
  await send(plumb, shop.key, { "a.xml": cutOff }, { build: "1", suite: "s" });
  const late = playwright([{ title: "later", attempts: ["passed"] }]).replace(
    '09:00:00.000Z","duration',
    '09:30:00.000Z","duration',
  );
  const { reportId } = (await send(plumb, shop.key, { "b.json": late }, { build: "1", suite: "s" })).body.data;
  const before = await exported(plumb, shop.projectId, reportId);

  const sent = await send(plumb, archive.key, { "report.json": before });

  expect(sent.body.files[0]).toMatchObject({ verdict: "imported", tests: 2 });
  expect(compared(await exported(plumb, archive.projectId, sent.body.data.reportId))).toEqual(compared(before));
  expect(compared(before)).toMatchObject({
    report: { status: "interrupted" },
    problems: [{ severity: "incomplete", file: "a.xml" }],
  });
});

test("keeps the reason of an interruption with the events so far", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const archive = await seedProject(plumb, "Archive");
  const live = await openLive(plumb, shop.key);
  const step = {
    kind: "step",
    test: "b",
    attempt: 0,
    depth: 0,
    status: "passed",
    durationMs: 1,
    title: "pays",
  } as const;
  await live.batch([testEvent("a", "passed"), testEvent("b", "running"), step, testEvent("c", "announced")]);
  await interruptSilent(plumb.context, new Date(Date.now() + 1000), new AbortController().signal);
  const before = await exported(plumb, shop.projectId, live.run.reportId);

  const sent = await send(plumb, archive.key, { "plumb.json": before });

  const interruption = expect.stringContaining("No events for") as string;
  type Sent = { readonly tests: readonly { readonly status: string }[] };
  const { tests, ...facts } = compared(before) as Sent;
  expect(facts).toMatchObject({ report: { status: "interrupted", interruption } });
  expect(tests.find(({ status }) => status === "running")).toMatchObject({
    attempts: [{ status: "running", steps: [{ title: "pays" }] }],
  });
  const after = compared(await exported(plumb, archive.projectId, sent.body.data.reportId)) as Sent;
  expect(after).toMatchObject({ report: { status: "interrupted", interruption } });
  expect(after.tests).toMatchObject([
    { skipReason: expect.stringContaining("was still running") as string, attempts: [{ steps: [{ title: "pays" }] }] },
    { skipReason: expect.stringContaining("had not run") as string },
    { status: "passed" },
  ]);
});

test("includes output and files outside the tests", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const archive = await seedProject(plumb, "Archive");
  const report = junit([["cart", "adds"]]).replace(
    "</testsuite>",
    "<system-out>seeded 12 users\n[[ATTACHMENT|logs/server.log]]</system-out><system-err>slow disk</system-err></testsuite>",
  );
  const sent = await send(plumb, shop.key, { "report.json": report, "logs/server.log": "ready" });
  const before = await exported(plumb, shop.projectId, sent.body.data.reportId);

  const moved = await send(plumb, archive.key, { "report.json": before, "1.bin": "ready" });
  const after = await exported(plumb, archive.projectId, moved.body.data.reportId);

  expect(compared(after)).toEqual(compared(before));
  expect(compared(before)).toMatchObject({
    output: [
      { source: "report.json", stream: "stdout", text: expect.stringContaining("seeded 12 users") as string },
      { stream: "stderr", text: expect.stringContaining("slow disk") as string },
    ],
    files: [{ name: expect.stringContaining("server.log") as string, size: 5 }],
  });
});

test("tests with the same name keep their positions, and cut texts are not cut again", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const archive = await seedProject(plumb, "Archive");
  const same = playwright([
    { title: "same", attempts: ["passed"] },
    { title: "same", attempts: ["failed"] },
    { title: "same", attempts: ["passed"] },
    { title: "long ".repeat(300), attempts: ["passed"] },
  ]);
  const { reportId } = (await send(plumb, shop.key, { "results.json": same })).body.data;
  const before = await exported(plumb, shop.projectId, reportId);

  const sent = await send(plumb, archive.key, { "report.json": before });

  expect(compared(await exported(plumb, archive.projectId, sent.body.data.reportId))).toEqual(compared(before));
  expect(compared(before)).toMatchObject({
    problems: [{ reason: "Titles longer than 1,000 characters were cut." }],
    tests: [{ occurrence: 2, status: "failed" }, { occurrence: 1 }, { occurrence: 3 }, { occurrence: 1 }],
  });
});

test("importing an existing report adds nothing, and the response links to it", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const reportId = await sendRun(plumb, key);
  const before = await exported(plumb, projectId, reportId);

  const sent = await send(plumb, key, { "report.json": before });

  expect(sent.body.data).toMatchObject({ reportId, number: 1, total: 4 });
  expect(sent.body.files[0]).toMatchObject({
    verdict: "duplicate",
    reportId,
    reason: `This report already exists as #1: http://plumb.test/reports/${reportId}. Nothing changed.`,
  });
  expect(compared(await exported(plumb, projectId, reportId))).toEqual(compared(before));
  const list = await call<{ data: unknown[] }>(plumb, "GET", `/api/reports?projectId=${projectId}`, { token });
  expect(list.body.data).toHaveLength(1);
});

test("a report imported twice, also concurrently, exists once", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const archive = await seedProject(plumb, "Archive");
  const before = await exported(plumb, shop.projectId, await sendRun(plumb, shop.key));
  // Another export of the same report: the same run in a file with other content.
  const later = before.replace(/"exportedAt":"[^"]*"/, '"exportedAt":"2026-03-05T10:00:00.000Z"');

  const responses = await Promise.all([
    send(plumb, archive.key, { "a.json": before }),
    send(plumb, archive.key, { "b.json": later }),
  ]);
  const third = await send(plumb, archive.key, { "c.json": later });

  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(third.body.files[0]).toMatchObject({ verdict: "duplicate" });
  const { reportId } = third.body.data;
  expect(compared(await exported(plumb, archive.projectId, reportId))).toMatchObject({ tests: { length: 4 } });
  expect(responses.every(({ body }) => body.code === "upload_in_progress" || body.data.reportId === reportId)).toBe(
    true,
  );
});

test("values of the uploader take precedence, and create another report", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const before = await exported(plumb, projectId, await sendRun(plumb, key));

  const sent = await send(plumb, key, { "report.json": before }, { suite: "Replayed", branch: "copy" });

  expect(sent.body.data).toMatchObject({ number: 2, suite: "Replayed", total: 4 });
  expect(compared(await exported(plumb, projectId, sent.body.data.reportId))).toMatchObject({
    report: { suite: "Replayed", branch: "copy", environment: "staging", commit: "4f2a9c1" },
  });
});

test("artifacts come from the project or the upload, never from another project", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const archive = await seedProject(plumb, "Archive");
  const before = await exported(plumb, shop.projectId, await sendRun(plumb, shop.key));
  const sizes = async (projectId: number, reportId: number) =>
    (
      JSON.parse(await exported(plumb, projectId, reportId)) as { tests: { artifacts: { size: number | null }[] }[] }
    ).tests.flatMap(({ artifacts }) => artifacts.map(({ size }) => size));

  const elsewhere = await send(plumb, archive.key, { "report.json": before });
  const here = await send(plumb, shop.key, { "report.json": before }, { suite: "Again" });
  // The file has the right name and path, but another content.
  const wrong = { "report.json": before, "shots/card.png": "another picture" };
  const forged = await send(plumb, archive.key, wrong, { suite: "Forged" });

  expect(await sizes(archive.projectId, elsewhere.body.data.reportId)).toEqual([null, null]);
  expect(await sizes(shop.projectId, here.body.data.reportId)).toEqual([7, 4]);
  expect(await sizes(archive.projectId, forged.body.data.reportId)).toEqual([null, null]);
});

test("a zip of the document and its artifacts is imported with the artifacts", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const archive = await seedProject(plumb, "Archive");
  const before = await exported(plumb, shop.projectId, await sendRun(plumb, shop.key));

  const zip = await zipOf({ "report.json": before, "artifacts/aa.png": "picture", "artifacts/bb.png": "ship" });
  const sent = await send(plumb, archive.key, { "moved.zip": zip });

  expect(compared(await exported(plumb, archive.projectId, sent.body.data.reportId))).toEqual(compared(before));
});

test("one exported test is a report of one test wherever it is imported", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const reportId = await sendRun(plumb, key);
  const full = JSON.parse(await exported(plumb, projectId, reportId)) as { tests: unknown[] };
  const { head, stored } = await openReport(plumb.context, { projectId, reportId, resultId: null });
  const [failed] = await Array.fromAsync(reportSource(head, stored).rows());

  const one = await exported(plumb, projectId, reportId, failed?.id ?? 0);
  const sent = await send(plumb, key, { "test.json": one });

  expect(JSON.parse(one)).toMatchObject({ report: { key: null, selection: "test" }, tests: [full.tests[0]] });
  expect(sent.body.data).toMatchObject({ number: 2, total: 1, failed: 1 });
});

test("two exported reports in one upload stay separate", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const archive = await seedProject(plumb, "Archive");
  const one = (await send(plumb, shop.key, { "a.xml": junit([["cart", "adds"]]) })).body.data.reportId;
  const two = (await send(plumb, shop.key, { "b.xml": junit([["cart", "removes"]]) })).body.data.reportId;

  const sent = await send(plumb, archive.key, {
    "one.json": await exported(plumb, shop.projectId, one),
    "two.json": await exported(plumb, shop.projectId, two),
  });

  expect(sent.body.data).toMatchObject([
    { number: 1, total: 1 },
    { number: 2, total: 1 },
  ]);
});
