import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { labelLimits } from "@plumb/contract/runs/run-labels.ts";
import { expect, test } from "vitest";
import { uploadOfFiles, nobody } from "#ingest/uploads/new-upload.ts";
import { createReaders } from "#ingest/record/readers.ts";
import { createUploadReader } from "#ingest/record/upload-reader.ts";
import { importUpload } from "./import-upload.ts";
import { spool } from "#ingest/spool/spool.ts";
import { openSpool } from "#ingest/spool/temporary-files.ts";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { countRows, readRows } from "#testing/database.ts";
import { junit, playwright } from "#testing/reports.ts";
import { tarOf, zipOf } from "#testing/archives.ts";

/** Vitest types its matchers as any. */
const containing = (part: string) => expect.stringContaining(part) as string;

const twoCases = junit([
  ["cart", "adds"],
  ["cart", "removes", "boom"],
]);

test("an uploaded JUnit file becomes a report with correct counters", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);

  const sent = await send(plumb, key, { "report.xml": twoCases }, { suite: "web", branch: "main" });

  expect(sent.status).toBe(200);
  expect(sent.body.data).toMatchObject({
    number: 1,
    suite: "web",
    status: "failed",
    total: 2,
    passed: 1,
    failed: 1,
    errored: 0,
    skipped: 0,
    flaky: 0,
  });
  expect(sent.body.data.url).toBe(`http://plumb.test/reports/${sent.body.data.reportId}`);
  expect(sent.body.files).toEqual([
    expect.objectContaining({ name: "report.xml", verdict: "imported", format: "junit", tests: 2 }),
  ]);
  const list = await call<{ data: unknown[] }>(plumb, "GET", `/api/reports/${sent.body.data.reportId}/results`, {
    token,
  });
  expect(list.body.data).toMatchObject([
    { titlePath: ["all", "cart", "removes"], status: "failed", errorLine: "boom" },
    { titlePath: ["all", "cart", "adds"], status: "passed" },
  ]);
});

test("the same file in the same build changes nothing", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const first = await send(plumb, key, { "report.xml": twoCases }, { build: "7" });

  const again = await send(plumb, key, { "report.xml": twoCases }, { build: "7" });

  expect(again.status).toBe(200);
  expect(again.body.data).toEqual({ ...first.body.data, problems: [], effect: null });
  expect(again.body.files).toMatchObject([{ verdict: "duplicate", reportId: first.body.data.reportId }]);
  expect(await countRows(plumb.context.db, "result")).toBe(2);
});

test("the same file without a build is the same report, and another file is another report", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const first = await send(plumb, key, { "report.xml": twoCases });
  const again = await send(plumb, key, { "copy.xml": twoCases });
  const other = await send(plumb, key, { "report.xml": junit([["cart", "adds"]]) });

  expect(again.body.data.reportId).toBe(first.body.data.reportId);
  expect(other.body.data).toMatchObject({ number: 2, total: 1, status: "completed" });
});

function shardOf(current: number, title: string): string {
  return playwright(
    [
      { title: "signs in", attempts: ["passed"] },
      { title, attempts: ["passed"] },
    ],
    { shard: { current, total: 2 } },
  );
}

test("shards of a build make one run, which is running until the last one arrives", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const first = await send(plumb, key, { "results.json": shardOf(1, "adds") }, { build: "7" });
  const second = await send(plumb, key, { "results.json": shardOf(2, "removes") }, { build: "7" });

  expect(first.body.data).toMatchObject({ status: "running", total: 2 });
  // The setup test ran in both shards: two results, as Playwright's own merge counts them.
  expect(second.body.data).toMatchObject({
    reportId: first.body.data.reportId,
    status: "completed",
    total: 4,
    passed: 4,
    flaky: 0,
  });
});

test("a job that runs again in the same build adds attempts: a failure that then passes is flaky", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  await send(
    plumb,
    key,
    { "results.json": playwright([{ title: "pays", attempts: ["failed", "failed"] }]) },
    { build: "7", job: "e2e", jobAttempt: "1" },
  );

  const again = await send(
    plumb,
    key,
    { "results.json": playwright([{ title: "pays", attempts: ["passed"] }], { after: 600 }) },
    { build: "7", job: "e2e", jobAttempt: "2" },
  );

  expect(again.body.data).toMatchObject({ total: 1, passed: 1, failed: 0, flaky: 1, status: "completed" });
  const list = await call<{ data: { id: number; retries: number; duration: number }[]; total: number }>(
    plumb,
    "GET",
    `/api/reports/${again.body.data.reportId}/results`,
    { token },
  );
  expect(list.body).toMatchObject({ total: 1, data: [{ retries: 2, flaky: true, duration: 300 }] });
  const detail = await call(plumb, "GET", `/api/reports/${again.body.data.reportId}/results/${list.body.data[0]?.id}`, {
    token,
  });
  expect(detail.body).toMatchObject({
    data: {
      attempts: [
        { index: 0, status: "failed" },
        { index: 1, status: "failed" },
        { index: 2, status: "passed" },
      ],
    },
  });
  const report = await call(plumb, "GET", `/api/reports/${again.body.data.reportId}`, { token });
  expect(report.body).toMatchObject({ data: { summary: { passRate: 100, firstAttemptPassRate: 0 } } });
});

test("a test that repeats in a file is counted each time", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const sent = await send(plumb, key, {
    "results.json": playwright([
      { title: "pays", attempts: ["passed"] },
      { title: "pays", attempts: ["passed"] },
    ]),
  });

  expect(sent.body.data.total).toBe(2);
  const list = await call<{ data: { occurrence: number; testId: number }[] }>(
    plumb,
    "GET",
    `/api/reports/${sent.body.data.reportId}/results`,
    { token },
  );
  expect(list.body.data.map(({ occurrence }) => occurrence)).toEqual([1, 2]);
  expect(new Set(list.body.data.map(({ testId }) => testId)).size).toBe(1);
});

test("a screenshot in the upload is found by the end of its path, stored once and served by a signed link", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const png = Buffer.from("iVBORw0KGgo=", "base64");
  const report = playwright([
    { title: "pays", attempts: ["failed"], screenshot: "C:\\ci\\shop\\test-results\\pays\\shot.png" },
  ]);

  const sent = await send(plumb, key, {
    "out.zip": await zipOf({
      "results.json": report,
      "test-results/pays/shot.png": png,
      "test-results/other/shot.png": "x",
    }),
  });

  expect(sent.body.files).toMatchObject([
    { name: "results.json", verdict: "imported" },
    { name: "test-results/pays/shot.png", verdict: "artifact" },
    { name: "test-results/other/shot.png", verdict: "unused" },
  ]);
  const { reportId } = sent.body.data;
  const list = await call<{ data: { id: number }[] }>(plumb, "GET", `/api/reports/${reportId}/results`, { token });
  const detail = await call<{ data: { artifacts: { url: string }[] } }>(
    plumb,
    "GET",
    `/api/reports/${reportId}/results/${list.body.data[0]?.id}`,
    { token },
  );
  expect(detail.body.data.artifacts).toMatchObject([{ kind: "screenshot", attempt: 0, size: png.length }]);
  const url = detail.body.data.artifacts[0]?.url ?? "";
  const file = await plumb.app.inject(url);
  expect(file.rawPayload).toEqual(png);
  expect(file.headers).toMatchObject({ "content-type": "image/png", "x-content-type-options": "nosniff" });
  expect(file.headers["content-security-policy"]).toContain("sandbox");
  expect((await plumb.app.inject({ url, headers: { range: "bytes=1-3" } })).rawPayload).toEqual(png.subarray(1, 4));
  expect((await plumb.app.inject(`${url.slice(0, -2)}xx`)).statusCode).toBe(403);
  plumb.time.now = new Date(plumb.time.now.getTime() + 2 * 3_600_000);
  expect((await plumb.app.inject(url)).statusCode).toBe(403);
});

test("later artifacts of the same report are attached to it", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const report = playwright([{ title: "pays", attempts: ["failed"], screenshot: "/ci/test-results/pays/shot.png" }]);
  const first = await send(plumb, key, { "results.json": report }, { build: "7" });

  await send(plumb, key, { "results.json": report, "test-results/pays/shot.png": "png" }, { build: "7" });

  const { reportId } = first.body.data;
  const list = await call<{ data: { id: number }[] }>(plumb, "GET", `/api/reports/${reportId}/results`, { token });
  const detail = await call(plumb, "GET", `/api/reports/${reportId}/results/${list.body.data[0]?.id}`, { token });
  expect(detail.body).toMatchObject({
    data: { artifacts: [{ size: 3, url: containing("/api/artifacts/") }] },
  });
});

const picture = (kind: string, path: string) => ({ name: `cart-${kind}.png`, contentType: "image/png", path });

test("the expected image of a comparison is found next to the actual one, immediately and later", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const report = playwright([
    {
      title: "looks right",
      attempts: ["failed"],
      attachments: [
        picture("expected", "/ci/tests/look.spec.ts-snapshots/cart-chromium-linux.png"),
        picture("actual", "/ci/test-results/look/cart-actual.png"),
        picture("diff", "/ci/test-results/look/cart-diff.png"),
      ],
    },
  ]);
  const pictures = Object.fromEntries(
    ["expected", "actual", "diff"].map((kind) => [`test-results/look/cart-${kind}.png`, kind]),
  );
  const sizesOf = async (reportId: number) => {
    const list = await call<{ data: { id: number }[] }>(plumb, "GET", `/api/reports/${reportId}/results`, { token });
    const path = `/api/reports/${reportId}/results/${list.body.data[0]?.id}`;
    const { body } = await call<{ data: { artifacts: { size: number | null }[] } }>(plumb, "GET", path, { token });
    return body.data.artifacts.map(({ size }) => size);
  };

  const atOnce = await send(plumb, key, { "results.json": report, ...pictures }, { build: "1" });
  const before = await send(plumb, key, { "results.json": report }, { build: "2" });
  await send(plumb, key, { "results.json": report, ...pictures }, { build: "2" });

  expect(atOnce.body.files.map(({ verdict }) => verdict)).toEqual(["imported", "artifact", "artifact", "artifact"]);
  expect(await sizesOf(atOnce.body.data.reportId)).toEqual([8, 6, 4]);
  expect(await sizesOf(before.body.data.reportId)).toEqual([8, 6, 4]);
});

test("an exported report sent again with its files adds them by content", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const other = await seedProject(plumb, "Till");
  const report = playwright([{ title: "pays", attempts: ["failed"], screenshot: "/ci/test-results/pays/shot.png" }]);
  const sent = await send(plumb, key, { "results.json": report, "test-results/pays/shot.png": "png" });
  const { payload: json } = await plumb.app.inject({
    url: `/api/reports/${sent.body.data.reportId}/export/json`,
    headers: { authorization: `Bearer ${token}` },
  });
  const without = await send(plumb, other.key, { "report.json": json });

  const full = await zipOf({
    "report.json": json,
    "artifacts/0123456789abcdef-shot.png": "png",
    "index.html": "<html>",
  });
  const again = await send(plumb, other.key, { "plumb-web-1.zip": full });

  expect(again.body.files).toMatchObject([
    { name: "report.json", verdict: "duplicate" },
    { name: "artifacts/0123456789abcdef-shot.png", verdict: "artifact" },
    { name: "index.html", verdict: "unused" },
  ]);
  const { reportId } = without.body.data;
  const list = await call<{ data: { id: number }[] }>(plumb, "GET", `/api/reports/${reportId}/results`, { token });
  const detail = await call(plumb, "GET", `/api/reports/${reportId}/results/${list.body.data[0]?.id}`, { token });
  expect(detail.body).toMatchObject({ data: { artifacts: [{ size: 3, url: containing("/api/artifacts/") }] } });
});

test("a bad file does not affect the others and has its own outcome", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);

  const sent = await send(plumb, key, {
    "good.xml": twoCases,
    "empty.xml": "",
    "binary.json": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    "cut.xml": twoCases.slice(0, twoCases.indexOf("removes")),
  });

  expect(sent.status).toBe(200);
  const verdicts = Object.fromEntries(sent.body.files.map(({ name, verdict }) => [name, verdict]));
  expect(verdicts).toEqual({
    "good.xml": "imported",
    "empty.xml": "rejected",
    "binary.json": "unused",
    "cut.xml": "partial",
  });
  expect(sent.body.files.find(({ name }) => name === "cut.xml")?.reason).toMatch(
    /^Line 1: .*cut off.*The test before it was kept/,
  );
});

test("a truncated report keeps complete tests, has a problem, and is not green", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);

  const sent = await send(plumb, key, {
    "cut.xml": junit([["cart", "adds"]]).replace("</testsuite></testsuites>", "<testcase name='re"),
  });

  expect(sent.body.data).toMatchObject({ total: 1, passed: 1, status: "interrupted" });
  const problems = await call(plumb, "GET", `/api/reports/${sent.body.data.reportId}/problems`, { token });
  expect(problems.body).toMatchObject({ data: [{ severity: "incomplete", file: "cut.xml", line: 1 }] });
});

test("a report without tests is never green", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const sent = await send(plumb, key, { "none.xml": "<testsuites/>" });
  expect(sent.body.data).toMatchObject({ total: 0, status: "failed" });
});

test.for([
  ["empty.xml", ""],
  ["page.html", "<!doctype html><html><body>502</body></html>"],
  ["entities.xml", '<!DOCTYPE x [<!ENTITY a "b">]><testsuites><testcase name="&a;"/></testsuites>'],
  ["half.json", '{"config": {"rootDir": "/x"}, "suites": ['],
] as const)("%s is rejected and leaves nothing behind", async ([name, content]) => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);

  const sent = await send(plumb, key, { [name]: content });

  expect(sent.status).toBe(422);
  expect(sent.body).toMatchObject({
    success: false,
    code: "unreadable_report",
    files: [{ name, verdict: "rejected" }],
  });
  for (const table of ["run", "upload", "result", "problem"]) expect(await countRows(plumb.context.db, table)).toBe(0);
});

test("rejects only the file over the limit", async () => {
  await using plumb = await createTestApp({ maxUploadBytes: 1000 });
  const { key } = await seedProject(plumb);

  const sent = await send(plumb, key, { "big.xml": "x".repeat(2000), "good.xml": twoCases });

  expect(sent.body.files).toMatchObject([
    { name: "big.xml", verdict: "rejected", reason: containing("1.0 kB") },
    { name: "good.xml", verdict: "imported" },
  ]);
});

test("rejects entries outside the archive, links and encrypted entries, and reads the rest", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);

  const zip = await send(plumb, key, {
    "a.zip": await zipOf({ "ok.xml": twoCases, "x/../../evil.xml": twoCases }, { "link.xml": "/etc/passwd" }),
  });
  const tar = await send(plumb, key, {
    "a.tar.gz": gzipSync(await tarOf({ "b/ok.xml": junit([["a", "b"]]), "../evil.xml": "x" })),
  });

  expect(zip.body.files).toMatchObject([
    { name: "(unsafe name)", verdict: "rejected" },
    { name: "link.xml", verdict: "rejected" },
    { name: "ok.xml", verdict: "imported" },
  ]);
  expect(tar.body.files).toMatchObject([
    { name: "(unsafe name)", verdict: "rejected" },
    { name: "b/ok.xml", verdict: "imported" },
  ]);
});

test("stops immediately at an archive that unpacks to far more than its size", async () => {
  await using plumb = await createTestApp({ maxUploadBytes: 500 * 1024 * 1024 });
  const { key } = await seedProject(plumb);
  const bomb = gzipSync(Buffer.alloc(120 * 1024 * 1024));

  const sent = await send(plumb, key, { "bomb.gz": bomb });

  expect(sent.status).toBe(422);
  expect(sent.body.files).toMatchObject([{ name: "bomb.gz", verdict: "rejected", reason: containing("bomb") }]);
});

test("stores NUL bytes, lone surrogates, huge names and invalid numbers safely", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const report = playwright([
    { title: `nul \u0000 lone \uD800`, attempts: ["passed"] },
    { title: "x".repeat(1_000_000), attempts: ["passed"] },
  ])
    .replaceAll('"duration":100', '"duration":-1')
    .replaceAll("2026-03-04T09", "9999-12-31T09");

  const sent = await send(plumb, key, { "results.json": report });

  expect(sent.body.data).toMatchObject({ total: 2, passed: 2 });
  const list = await call<{ data: { titlePath: string[]; duration: null }[] }>(
    plumb,
    "GET",
    `/api/reports/${sent.body.data.reportId}/results`,
    { token },
  );
  expect(
    list.body.data.every(({ titlePath, duration }) => duration === null && (titlePath.at(-1)?.length ?? 0) < 1100),
  ).toBe(true);
  const answered = await call<{ data: { startTime: string } }>(
    plumb,
    "GET",
    `/api/reports/${sent.body.data.reportId}`,
    { token },
  );
  expect(answered.body.data.startTime).toBe(plumb.time.now.toISOString());
});

test("a wrong, revoked or foreign key writes nothing", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const other = await seedProject(plumb, "Other");
  const keys = await call<{ data: { id: number }[] }>(plumb, "GET", `/api/projects/${projectId}/api-keys`, { token });

  const wrong = await send(plumb, `${key.slice(0, -4)}AAAA`, { "a.xml": twoCases });
  const foreign = await send(plumb, other.key, { "a.xml": twoCases }, { projectId: String(projectId) });
  const nobody = await call(plumb, "POST", "/api/ingest/uploads");
  const nowhere = await send(plumb, token, { "a.xml": twoCases }, { projectId: "999999" });
  await call(plumb, "DELETE", `/api/projects/${projectId}/api-keys/${keys.body.data[0]?.id}`, { token });
  const revoked = await send(plumb, key, { "a.xml": twoCases });

  expect([wrong.status, foreign.status, nobody.status, nowhere.status, revoked.status]).toEqual([
    401, 403, 401, 404, 401,
  ]);
  expect(await countRows(plumb.context.db, "run")).toBe(0);
});

test("a key revoked during the recording of its upload stores nothing", async () => {
  await using plumb = await createTestApp();
  const { key, projectId, token } = await seedProject(plumb);
  const { bus, db } = plumb.context;
  const keys = await readRows<{ id: number }>(db, `select id from api_key where project_id = ${projectId}`);
  // The key is revoked while the first report is being recorded.
  const revoked = Promise.withResolvers<void>();
  const unsubscribe = bus.subscribe(({ about }) => {
    if (about !== "run") return;
    unsubscribe();
    const path = `/api/projects/${projectId}/api-keys/${keys[0]?.id}`;
    void call(plumb, "DELETE", path, { token }).then(() => revoked.resolve(), revoked.reject);
  });
  const many = junit(Array.from({ length: 3000 }, (_, index) => ["cart", `case ${index}`] as const));
  const { status } = await send(plumb, key, { "a.xml": twoCases, "b.xml": many });
  await revoked.promise;
  expect(status).toBe(401);
  expect(await countRows(db, "run")).toBe(0);
  expect(await countRows(db, "upload")).toBe(0);
});

test("a raw body is one file", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const response = await plumb.app.inject({
    method: "POST",
    url: "/api/ingest/uploads?filename=results.json&suite=web",
    headers: { "x-api-key": key, "content-type": "application/json" },
    payload: playwright([{ title: "pays", attempts: ["passed"] }]),
  });
  expect(response.json()).toMatchObject({
    data: { total: 1, suite: "web" },
    files: [{ name: "results.json", format: "playwright-json" }],
  });
});

test("reports a project deleted during an upload, and stores nothing", async () => {
  await using plumb = await createTestApp();
  const { projectId } = await seedProject(plumb);
  const target = await openSpool(plumb.context, projectId);
  const file = await spool(Readable.from([Buffer.from(twoCases)]), "report.xml", target, 10_000);

  const context = { ...plumb.context, readers: createReaders(plumb.context.threads) };
  await using reader = createUploadReader(context);

  const late = await importUpload(context, {
    projectId: projectId + 1000,
    query: {},
    files: [file],
    rejected: [],
    spool: target,
    upload: {
      details: uploadOfFiles(projectId + 1000, { sender: nobody, query: {}, receivedAt: plumb.time.now }, [file]),
      id: null,
      state: null,
    },
    reader,
  });

  expect(late).toMatchObject({
    kind: "failed",
    error: { code: "not_found", message: expect.stringContaining("was deleted") as string },
  });
  expect(await countRows(plumb.context.db, "run")).toBe(0);
});

test("uploads of one build with another branch or commit have a note on the run", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const from = (branch: string, commit: string, name: string) =>
    send(plumb, key, { "a.xml": junit([["cart", name]]) }, { build: "7", suite: "web", branch, commit });
  expect((await from("main", "a1b2c3d4e5", "one")).body.data.problems).toEqual([]);
  expect((await from("main", "A1B2C3D", "two")).body.data.problems).toEqual([]);
  expect((await from("fix", "ffffff", "three")).body.data.problems).toMatchObject([
    {
      severity: "warning",
      reason:
        "A part of this run came from the branch fix and the commit ffffff, with the same build id. The run counts for main and a1b2c3d4e5.",
    },
  ]);
});

test("an upload accepts only known fields, and a limited number of them", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const upload = async (fields: readonly (readonly [string, string])[]) => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    form.append("files", new Blob([twoCases]), "a.xml");
    const request = new Request("http://plumb.test", { method: "POST", body: form });
    return plumb.app.inject({
      method: "POST",
      url: "/api/ingest/uploads",
      headers: { authorization: `Bearer ${key}`, "content-type": request.headers.get("content-type") ?? "" },
      payload: Buffer.from(await request.arrayBuffer()),
    });
  };
  const many = Array.from(
    { length: 21 + 2 * labelLimits.perUpload },
    (_, index) => [`field${index}`, "x".repeat(9000)] as const,
  );
  const refused = await upload(many);
  expect([refused.statusCode, refused.json()]).toEqual([413, expect.objectContaining({ code: "too_large" })]);
  const taken = await upload([
    ["suite", "web"],
    ["unknown", "x"],
  ]);
  expect([taken.statusCode, taken.json()]).toEqual([
    200,
    expect.objectContaining({ data: expect.objectContaining({ suite: "web" }) as object }),
  ]);
});

const file = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.xml"\r\n\r\n<a';

test.for([
  ["a form without a boundary", "multipart/form-data", "x", "The form has no boundary."],
  ["a form that ends early", "multipart/form-data; boundary=x", file, "The upload ended early."],
  ["a part without an end of its header", "multipart/form-data; boundary=x", "--x\r\nA", "The upload ended early."],
] as const)(
  "%s is the sender's mistake, in the response and on the page of uploads",
  async ([, type, payload, message]) => {
    await using plumb = await createTestApp();
    const { key, token, projectId } = await seedProject(plumb);
    const headers = { authorization: `Bearer ${key}`, "content-type": type };
    const reply = await plumb.app.inject({ method: "POST", url: "/api/ingest/uploads", headers, payload });
    const response = reply.json<{ error: string; uploadUrl: string }>();
    expect([reply.statusCode, response]).toEqual([
      400,
      expect.objectContaining({ code: "invalid", error: containing(message) }),
    ]);
    const uploads = await call<{ data: { id: number }[] }>(plumb, "GET", `/api/projects/${projectId}/uploads`, {
      token,
    });
    expect(uploads.body.data).toMatchObject([{ state: "rejected", reason: response.error }]);
    expect(response.uploadUrl).toContain(String(uploads.body.data[0]?.id));
  },
);

const advice = (id: string) => containing(`${id}: send it without --format to import it as that.`);

test("a wrong format names the detected one, and the response explains that the option is not needed", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const reason = async (name: string, content: string, format: string) =>
    (await send(plumb, key, { [name]: content }, { format })).body.files[0]?.reason ?? "";

  expect(await reason("a.xml", twoCases, "playwright-json")).toEqual(advice("(junit)"));
  expect(await reason("a.json", playwright([{ title: "a", attempts: ["passed"] }]), "junit")).toEqual(
    advice("(playwright-json)"),
  );
  expect(await reason("a.xml", twoCases, "junit4")).toEqual(advice("(junit)"));
  expect(await reason("a.xml", twoCases, "allure-results")).toEqual(advice("(junit)"));
  expect(await reason("a.txt", "hello", "junit")).not.toContain("--format");
});

test("an archive inside an archive is rejected with advice", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const inner = await zipOf({ "a.xml": twoCases });
  const { body } = await send(plumb, key, { "outer.zip": await zipOf({ "inner.zip": inner }) });
  expect(body.files).toMatchObject([{ reason: containing("extract it first, or upload it on its own") }]);
});

test("a test in the files of two browsers counts twice, and the failure of one stays", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const files = { "chrome.xml": junit([["cart", "pays", "boom"]]), "firefox.xml": junit([["cart", "pays"]]) };
  const { body } = await send(plumb, key, files, { build: "7", suite: "web" });
  expect(body.data).toMatchObject({ status: "failed", total: 2, passed: 1, failed: 1, flaky: 0, problems: [] });
});

test("two files of one test without a declaration both count, with a note on the report", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const files = { "1.xml": junit([["cart", "pays", "boom"]]), "2.xml": junit([["cart", "pays"]]) };
  const { body } = await send(plumb, key, files, { build: "7", suite: "web" });
  expect(body.data).toMatchObject({
    status: "failed",
    total: 2,
    failed: 1,
    problems: [
      {
        severity: "warning",
        reason: containing("1 test is also in 1.xml, and nothing declares that one of them is a re-run"),
      },
    ],
  });
});

const tookSeconds = (seconds: number, failure = "") =>
  `<testsuite name="s"><testcase classname="c" name="pays" time="${seconds}">${failure}</testcase></testsuite>`;

test("executions added by uploads of one build have separate durations", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  await send(plumb, key, { "a.xml": tookSeconds(3, "<failure message='no'/>") }, { build: "7", suite: "web" });
  const { body } = await send(plumb, key, { "b.xml": tookSeconds(4) }, { build: "7", suite: "web", rerun: "true" });
  const results = `/api/reports/${body.data.reportId}/results`;
  const list = await call<{ data: { id: number }[] }>(plumb, "GET", results, { token });
  const detail = await call(plumb, "GET", `${results}/${list.body.data[0]?.id}`, { token });
  expect(detail.body).toMatchObject({ data: { duration: 7000, attempts: [{ duration: 3000 }, { duration: 4000 }] } });
});

test("a shard without tests does not affect a run with tests", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await send(plumb, key, { "a.xml": twoCases }, { build: "7", suite: "web" });
  const { body } = await send(plumb, key, { "b.xml": "<testsuites/>" }, { build: "7", suite: "web" });
  expect(body.data).toMatchObject({ total: 2, status: "failed", problems: [] });
});

test.for([
  ["?suite=a%00b", 400, "cannot be stored"],
  ["?suite=web&branch=&ciUrl=&build=", 200, ""],
  ["?suite=web&ciUrl=javascript:alert(1)", 400, "must be a web address"],
  ["?suite=web&startedAt=9999-01-01T00:00:00Z", 400, "between the years 2000 and 2199"],
] as const)("uploads%s return %d", async ([query, status, output]) => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const headers = { authorization: `Bearer ${key}`, "content-type": "text/xml" };
  const url = `/api/ingest/uploads${query}`;
  const response = await plumb.app.inject({ method: "POST", url, headers, payload: twoCases });
  expect([response.statusCode, response.body]).toEqual([status, containing(output)]);
  // A rejection links to its entry in the upload list, even if the body was not read.
  expect(response.body.includes("/uploads?project=")).toBe(status !== 200);
});

test("a file part without a file name is named after its field", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const part = `--x\r\nContent-Disposition: form-data; name="report"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const headers = { authorization: `Bearer ${key}`, "content-type": "multipart/form-data; boundary=x" };
  const payload = `${part}${twoCases}\r\n--x--\r\n`;
  const response = await plumb.app.inject({ method: "POST", url: "/api/ingest/uploads?suite=web", headers, payload });
  expect([response.statusCode, response.json()]).toEqual([
    200,
    expect.objectContaining({ files: [expect.objectContaining({ name: "report", verdict: "imported" })] }),
  ]);
});
