import { minuteMs } from "@plumb/contract/durations.ts";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { recordWaiting } from "#ingest/sources/files/end-of-upload.ts";
import { createRefusals } from "#ingest/uploads/refusals.ts";
import { uploadOfFiles, nobody } from "#ingest/uploads/new-upload.ts";
import { endOfRefusal } from "#ingest/uploads/outcome.ts";
import { createReaders } from "#ingest/record/readers.ts";
import { createUploadReader } from "#ingest/record/upload-reader.ts";
import { importUpload } from "#ingest/sources/files/import-upload.ts";
import { spool } from "#ingest/spool/spool.ts";
import { openSpool } from "#ingest/spool/temporary-files.ts";
import { interruptSilent } from "#runs/interrupt-silent.ts";
import { endAbandonedUploads, insertUpload } from "#store/uploads/uploads.ts";
import { Agent } from "#testing/agent.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { healthOf, uploadDetails, uploadsOf } from "#testing/uploads.ts";
import { countRows } from "#testing/database.ts";
import { connectLive, listening } from "#testing/live-client.ts";
import { testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";
import { seedPerson } from "#testing/people.ts";
import { junit, playwright } from "#testing/reports.ts";

const containing = (part: string) => expect.stringContaining(part) as string;
const report = junit([
  ["cart", "adds"],
  ["cart", "removes", "boom"],
]);
const pages = (shard: number) =>
  playwright([{ title: `pays ${shard}`, attempts: ["passed"] }], { shard: { current: shard, total: 4 } });

/** Returns an upload to record directly, because the connection of `inject` cannot break in the middle of an upload. */
const refused = (plumb: TestApp, projectId: number) =>
  uploadOfFiles(projectId, { sender: nobody, query: {}, receivedAt: plumb.time.now }, [{ name: "a.xml" }]);

test("an upload is named after its report, or after its first file while there is no report", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  await send(plumb, project.key, { "a/error-context.md": "# Page", "a/shot.png": "png", "b/results.xml": report });
  await send(plumb, project.key, { "a/notes.md": "# Page", "b/page.png": "png" });
  await send(plumb, project.key, { "a/error-context.md": "# Page", "b/results.xml": report });
  expect((await uploadsOf(plumb, project)).map(({ name }) => name)).toEqual([
    "b/results.xml",
    "a/notes.md",
    "b/results.xml",
  ]);
});

test("an upload is listed with its key, parameters, files and report", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  const sent = await send(
    plumb,
    project.key,
    { "out/report.xml": report },
    { suite: "web", branch: "main", commit: "abc123", build: "77", ciUrl: "https://ci.test/77" },
  );
  const [upload, ...others] = await uploadsOf(plumb, project);
  expect(others).toEqual([]);
  expect(upload).toMatchObject({
    way: "file",
    state: "accepted",
    times: 1,
    sender: { kind: "key", name: "CI" },
    suite: "web",
    branch: "main",
    commit: "abc123",
    build: "77",
    ciUrl: "https://ci.test/77",
    name: "out/report.xml",
    fileCount: 1,
    bytes: Buffer.byteLength(report),
    tests: 2,
    problemCount: 0,
    reason: null,
    receivedAt: plumb.time.now.toISOString(),
    endedAt: plumb.time.now.toISOString(),
    reports: [{ id: sent.body.data.reportId, number: 1, suite: "web", gone: false }],
  });
  const details = await uploadDetails(plumb, project, upload?.id ?? 0);
  expect(details).toMatchObject({
    verdictCount: 1,
    files: [
      { name: "out/report.xml", bytes: Buffer.byteLength(report), format: "junit", verdict: "imported", tests: 2 },
    ],
    problems: [],
    key: { state: "active", prefix: containing("plumb_") },
  });
});

test("an unreadable upload is listed with its reason, and the error links to it", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  const sent = await send(plumb, project.key, { "notes.txt": "hello" }, { build: "9" });
  expect(sent.status).toBe(422);
  const [upload] = await uploadsOf(plumb, project);
  expect(upload).toMatchObject({
    state: "rejected",
    build: "9",
    reason: containing("No report could be read"),
    reports: [],
  });
  expect(sent.body).toMatchObject({
    uploadUrl: `http://plumb.test/uploads?project=${project.projectId}&upload=${upload?.id}`,
  });
  expect((await uploadDetails(plumb, project, upload?.id ?? 0)).files).toMatchObject([
    { name: "notes.txt", verdict: "rejected", bytes: 5 },
  ]);
});

test("empty, too large and exploding uploads are listed with their reason", async () => {
  await using plumb = await createTestApp({ maxUploadBytes: 100_000 });
  const project = await seedProject(plumb);
  const bomb = gzipSync(Buffer.alloc(60_000_000));
  await send(plumb, project.key, { "empty.xml": "" });
  await send(plumb, project.key, { "large.xml": "x".repeat(100_001) });
  await send(plumb, project.key, { "bomb.tar.gz": bomb });
  await send(plumb, project.key, {});
  const uploads = await uploadsOf(plumb, project);
  expect(uploads.map(({ state }) => state)).toEqual(["rejected", "rejected", "rejected", "rejected"]);
  const reasons = uploads.map(({ reason }) => reason);
  expect(reasons[3]).toContain("The file is empty.");
  expect(reasons[2]).toContain("It is larger than 100.0 kB");
  expect(reasons[1]).toContain("bomb.tar.gz");
  expect(reasons[0]).toContain("The upload contains no file.");
});

test("invalid parameters, missing scopes and foreign projects are listed for the project of the key", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  const reading = await call<{ data: { key: string } }>(plumb, "POST", `/api/projects/${project.projectId}/api-keys`, {
    token: project.token,
    body: { name: "Reader", scopes: ["read"] },
  });
  expect((await send(plumb, project.key, { "a.xml": report }, { ciUrl: "no address", branch: "main" })).status).toBe(
    400,
  );
  expect((await send(plumb, reading.body.data.key, { "a.xml": report })).status).toBe(403);
  expect((await send(plumb, project.key, { "a.xml": report }, { projectId: "999999" })).status).toBe(403);
  expect((await call(plumb, "POST", "/api/ingest/runs", { token: project.key, body: { suite: 7 } })).status).toBe(400);
  const uploads = await uploadsOf(plumb, project);
  expect(uploads.map(({ state, way, sender: { name } }) => [state, way, name])).toEqual([
    ["rejected", "live", "CI"],
    ["rejected", "file", "CI"],
    ["rejected", "file", "Reader"],
    ["rejected", "file", "CI"],
  ]);
  expect(uploads[1]?.reason).toContain("belongs to another project");
  expect(uploads[2]?.reason).toContain('does not have the scope "ingest"');
  expect(uploads[3]).toMatchObject({ branch: "main", fileCount: 0 });
});

test("a revoked or expired key is named, and an unknown one writes nothing", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  const keys = `/api/projects/${project.projectId}/api-keys`;
  const short = await call<{ data: { key: string } }>(plumb, "POST", keys, {
    token: project.token,
    body: { name: "Trial", expiresInDays: 1 },
  });
  const listed = await call<{ data: { id: number; name: string }[] }>(plumb, "GET", keys, { token: project.token });
  const id = listed.body.data.find(({ name }) => name === "CI")?.id;
  await call(plumb, "DELETE", `${keys}/${id}`, { token: project.token });
  plumb.time.now = new Date(plumb.time.now.getTime() + 2 * 86_400_000);
  expect((await send(plumb, project.key, { "a.xml": report })).status).toBe(401);
  expect((await send(plumb, short.body.data.key, { "a.xml": report })).status).toBe(401);
  expect((await send(plumb, `plumb_${project.projectId}_${"x".repeat(32)}`, { "a.xml": report })).status).toBe(401);
  const uploads = await uploadsOf(plumb, project);
  expect(uploads.map(({ reason }) => reason)).toEqual([
    containing("The API key Trial expired on 5 Mar 2026."),
    containing("The API key CI was revoked on 4 Mar 2026."),
  ]);
  const details = await uploadDetails(plumb, project, uploads[1]?.id ?? 0);
  expect(details.key).toMatchObject({ state: "revoked" });
});

test("a cut-off or mistyped key is listed without what it sent, and its sender gets no link", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  const wrong = [project.key.slice(0, -3), `${project.key.slice(0, -1)}~`, `${project.key}x`];
  const facts = { suite: "forged", filename: "forged.xml" };
  for (const key of wrong) {
    const { status, body } = await send(plumb, key, { "a.xml": report }, facts);
    expect(status).toBe(401);
    expect(body).not.toHaveProperty("uploadUrl");
  }
  // Four other characters of the secret: this may be anyone.
  const stranger = project.key.replace(/_.{4}(.{28})$/, "_~~~~$1");
  expect((await send(plumb, stranger, { "a.xml": report })).status).toBe(401);
  const uploads = await uploadsOf(plumb, project);
  expect(uploads).toHaveLength(3);
  for (const upload of uploads)
    expect(upload).toMatchObject({
      state: "rejected",
      sender: { kind: "unknown", name: null },
      suite: null,
      name: "files that were not read",
      reason: containing("It starts like CI, but is incomplete or mistyped."),
    });
});

test("users are named, viewers can read, and outsiders write nothing to a project", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  const { projectId } = project;
  const viewer = await seedPerson(plumb, "vera", { projectId, projectRole: "VIEWER" });
  const outsider = await seedPerson(plumb, "otto");
  await send(plumb, project.token, { "a.xml": report }, { projectId: String(projectId) });
  expect((await send(plumb, viewer.token, { "b.xml": report }, { projectId: String(projectId) })).status).toBe(403);
  expect((await send(plumb, outsider.token, { "c.xml": report }, { projectId: String(projectId) })).status).toBe(404);
  await send(plumb, project.key, { "d.xml": junit([["cart", "pays"]]) });
  const uploads = await uploadsOf(plumb, { projectId, token: viewer.token });
  expect(uploads.map(({ state, sender: { kind, name } }) => [state, kind, name])).toEqual([
    ["accepted", "key", "CI"],
    ["rejected", "user", "vera@example.test"],
    ["accepted", "user", "admin"],
  ]);
  // Callers who cannot see keys do not see them in an upload either.
  expect((await uploadDetails(plumb, { projectId, token: viewer.token }, uploads[0]?.id ?? 0)).key).toBeNull();
});

test("a client that keeps sending nonsense fills twenty rows a minute and one that counts the rest", async () => {
  await using plumb = await createTestApp();
  const { projectId, token } = await seedProject(plumb);
  const refusals = createRefusals(plumb.context);
  const end = endOfRefusal("rejected", "It is no report.");
  for (let sent = 0; sent < 9_832; sent++) await refusals.note(refused(plumb, projectId), end);
  await refusals.flush();
  for (let sent = 0; sent < 8; sent++) refusals.count(projectId, "Too many batches are waiting to be recorded.");
  await refusals.flush();
  expect(await countRows(plumb.context.db, "arrival")).toBe(21);
  const [counted] = await uploadsOf(plumb, { projectId, token });
  expect(counted).toMatchObject({
    state: "rejected",
    times: 9_820,
    reason: "9,812 × It is no report. 8 × Too many batches are waiting to be recorded.",
  });
  expect((await healthOf(plumb, { projectId, token })).counts.day.rejected).toBe(9_840);

  plumb.time.now = new Date(plumb.time.now.getTime() + minuteMs);
  expect(await refusals.note(refused(plumb, projectId), end)).not.toBeNull();
  await refusals.stop();
});

test("a repeated file is a duplicate in its run, and is reported in another report", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  await send(plumb, project.key, { "a.xml": report }, { build: "1", suite: "web" });
  const again = await send(plumb, project.key, { "b.xml": report }, { build: "1", suite: "web" });
  expect(again.body.data.number).toBe(1);
  await send(plumb, project.key, { "c.xml": report }, { build: "2", suite: "web" });
  const [other, duplicate, first] = await uploadsOf(plumb, project);
  expect(first).toMatchObject({ state: "accepted", reason: null });
  expect(duplicate).toMatchObject({
    state: "duplicate",
    tests: 0,
    reason: "Same file as in report #1, less than a minute before. Nothing changed.",
    reports: [{ number: 1 }],
  });
  expect(other).toMatchObject({
    state: "problems",
    tests: 2,
    reason: "Same file as in report #1, less than a minute before.",
    reports: [{ number: 2 }],
  });
  expect(await uploadsOf(plumb, project, { report: String(first?.reports[0]?.id) })).toHaveLength(2);
});

test("problems are listed by file and line, and a broken file among good ones is named", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  const broken = report.slice(0, report.indexOf("</testsuites>") - 20);
  await send(plumb, project.key, { "good.xml": junit([["a", "b"]]), "broken.xml": broken, "notes.txt": "hello" });
  const [upload] = await uploadsOf(plumb, project);
  expect(upload).toMatchObject({ state: "problems", reason: containing("broken.xml is incomplete") });
  const details = await uploadDetails(plumb, project, upload?.id ?? 0);
  expect(details.files.map(({ name, verdict }) => [name, verdict])).toEqual([
    ["broken.xml", "partial"],
    ["good.xml", "imported"],
    ["notes.txt", "unused"],
  ]);
  const [group] = details.problems;
  expect(group).toMatchObject({ file: "broken.xml", problems: [{ severity: "incomplete" }] });
  expect(group?.problems[0]?.line).toBeGreaterThan(0);
});

test("a live source has one row: it runs, completes, or is interrupted and resumes", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  const live = await openLive(plumb, project.key, { branch: "main" });
  await live.batch([testEvent("a", "passed"), testEvent("b", "running")]);
  const [going] = await uploadsOf(plumb, project);
  expect(going).toMatchObject({ way: "live", state: "reading", branch: "main", tests: 1, reports: [{ number: 1 }] });

  const later = new Date(Date.now() + 1000);
  await interruptSilent(plumb.context, later, new AbortController().signal);
  const [silent] = await uploadsOf(plumb, project);
  expect(silent).toMatchObject({ state: "interrupted", reason: containing("No events for") });

  await live.heartbeat();
  expect((await uploadsOf(plumb, project))[0]).toMatchObject({ state: "reading", reason: null });
  await live.batch([testEvent("b", "passed")]);
  await live.complete();
  expect(await uploadsOf(plumb, project)).toMatchObject([{ id: going?.id, state: "accepted", tests: 2 }]);

  const red = await openLive(plumb, project.key, { clientId: "red" });
  await red.batch([
    { kind: "problem", severity: "warning", reason: "It is slow" },
    { kind: "problem", severity: "error", reason: "The set-up broke" },
  ]);
  await red.complete();
  expect((await uploadsOf(plumb, project))[0]).toMatchObject({
    state: "problems",
    reason: "The set-up broke (and 1 more)",
  });

  const other = await openLive(plumb, project.key, { clientId: "two", spooled: true });
  await other.complete({ interrupted: { reason: "Somebody pressed Ctrl+C" } });
  expect((await uploadsOf(plumb, project))[0]).toMatchObject({
    way: "spool",
    state: "interrupted",
    reason: "Somebody pressed Ctrl+C",
  });
});

test("a launch of a ReportPortal agent has one row, and a rejected launch has its reason", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  expect(await new Agent(plumb, project.key, "/api/v1/default").startLaunch()).toMatchObject({ status: 404 });
  const agent = new Agent(plumb, project.key);
  await agent.startLaunch({ name: "checkout" });
  await agent.finish(await agent.item("adds"), "passed");
  expect(await agent.finish("nothing", "passed")).toMatchObject({ status: 404 });
  await agent.finishLaunch();
  const uploads = await uploadsOf(plumb, project);
  expect(uploads).toMatchObject([
    { way: "reportportal", state: "accepted", suite: "checkout", tests: 1, reports: [{ number: 1 }] },
    {
      way: "reportportal",
      state: "rejected",
      reason: containing("belongs to the project 'Shop'. Nothing was stored."),
    },
  ]);
});

test("a report with a missing shard shows which one, and until when it waits", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  for (const shard of [1, 3, 4]) await send(plumb, project.key, { [`${shard}.json`]: pages(shard) }, { build: "5" });
  const { incomplete } = await healthOf(plumb, project);
  expect(incomplete).toMatchObject([{ number: 1, build: "5", shardTotal: 4, came: 3, missing: [2], missingCount: 1 }]);
  const [waiting] = incomplete;
  expect(Date.parse(waiting?.waitsUntil ?? "") - Date.parse(waiting?.lastHeardAt ?? "")).toBe(60_000);
  expect((await uploadsOf(plumb, project))[0]).toMatchObject({ shard: { current: 4, total: 4 } });

  await interruptSilent(plumb.context, new Date(Date.now() + 1000), new AbortController().signal);
  expect((await healthOf(plumb, project)).incomplete).toMatchObject([{ missing: [2], waitsUntil: null }]);
  await send(plumb, project.key, { "2.json": pages(2) }, { build: "5" });
  expect((await healthOf(plumb, project)).incomplete).toEqual([]);
});

test("the list can be filtered by state, key, time and text, and paged", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  const start = plumb.time.now.getTime();
  for (const build of ["100", "101", "102"]) {
    await send(
      plumb,
      project.key,
      { [`out-${build}.xml`]: junit([["cart", build]]) },
      { build, branch: "feature/pay" },
    );
    plumb.time.now = new Date(plumb.time.now.getTime() + minuteMs);
  }
  await send(plumb, project.token, { "notes.txt": "hello" }, { projectId: String(project.projectId) });
  const builds = async (query: Record<string, string>) =>
    (await uploadsOf(plumb, project, query)).map(({ build }) => build);
  expect(await builds({ state: "accepted" })).toEqual(["102", "101", "100"]);
  expect(await builds({ search: "OUT-101 pay" })).toEqual(["101"]);
  expect(await builds({ search: "#2" })).toEqual(["101"]);
  expect(await builds({ search: "100%" })).toEqual([]);
  const { keys } = await healthOf(plumb, project);
  expect(keys).toMatchObject([{ name: "CI" }]);
  expect(await builds({ key: String(keys[0]?.id) })).toEqual(["102", "101", "100"]);
  const [from, until] = [start + minuteMs, start + 2 * minuteMs].map((at) => new Date(at).toISOString());
  expect(await builds({ from: from ?? "", until: until ?? "" })).toEqual(["101"]);
  const url = `/api/projects/${project.projectId}/uploads?limit=3`;
  type Page = { data: { build: string | null }[]; nextCursor: number | null };
  const { body: page } = await call<Page>(plumb, "GET", url, { token: project.token });
  expect(page.data).toHaveLength(3);
  const { body: rest } = await call<Page>(plumb, "GET", `${url}&cursor=${page.nextCursor}`, { token: project.token });
  expect(rest).toMatchObject({ data: [{ build: "100" }], nextCursor: null });
  for (const wrong of ["state=gone", "limit=0", "cursor=x", "from=yesterday", `search=${"x".repeat(201)}`])
    expect((await call(plumb, "GET", `${url.split("?")[0]}?${wrong}`, { token: project.token })).status).toBe(400);
});

test("uploads of a dead process are abandoned, but not those of this process", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  const { db, writer } = plumb.context;
  await insertUpload(db, refused(plumb, project.projectId), { state: "reading", writer: writer.id });
  await insertUpload(db, refused(plumb, project.projectId), { state: "received", writer: 1 });
  expect(await endAbandonedUploads(db, writer, plumb.time.now)).toEqual([project.projectId]);
  expect(await uploadsOf(plumb, project)).toMatchObject([
    { state: "failed", reason: containing("send it again") },
    { state: "reading" },
  ]);
});

test("an upload with a broken connection is interrupted, and open pages update immediately", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  const address = await listening(plumb);
  using watching = await connectLive(address, { token: project.token });
  await watching.ask("join-project", project.projectId);
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on("error", () => undefined);
  socket.write(
    [
      `POST /api/ingest/uploads?filename=half.xml&build=7 HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${project.key}`,
      "Content-Length: 1000000",
      "",
      "<testsuites>",
    ].join("\r\n"),
    () => socket.destroy(),
  );
  expect(await watching.next("uploads-changed")).toBe(project.projectId);
  expect(await uploadsOf(plumb, project)).toMatchObject([
    { state: "interrupted", build: "7", reason: containing("The connection was lost") },
  ]);
});

test("open pages update when a ReportPortal launch or a live run starts", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  using watching = await connectLive(await listening(plumb), { token: project.token });
  await watching.ask("join-project", project.projectId);
  await new Agent(plumb, project.key).startLaunch();
  expect(await watching.next("uploads-changed")).toBe(project.projectId);
  await openLive(plumb, project.key, { framework: "mocha", shard: { current: 1, total: 2 }, build: "7" });
  expect(await watching.next("uploads-changed")).toBe(project.projectId);
  expect(await uploadsOf(plumb, project)).toMatchObject([
    { way: "live", name: "mocha reporter, shard 1 of 2", state: "reading" },
    { way: "reportportal", state: "reading" },
  ]);
});

test("a queued upload is received, then has its outcome, in one row", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  const target = await openSpool(plumb.context, project.projectId);
  const file = await spool(Readable.from([Buffer.from(report)]), "a.xml", target, 10_000);
  const { projectId } = project;
  const started = uploadOfFiles(projectId, { sender: nobody, query: {}, receivedAt: plumb.time.now }, [file]);
  const upload = await recordWaiting(plumb.context, started);
  expect(await uploadsOf(plumb, project)).toMatchObject([{ state: "received", bytes: file.bytes, endedAt: null }]);
  const context = { ...plumb.context, readers: createReaders(plumb.context.threads) };
  await using reader = createUploadReader(context);
  const request = { projectId, query: {}, files: [file], rejected: [], spool: target, upload, reader };
  expect(await importUpload(context, request)).toMatchObject({ kind: "imported", end: null });
  expect(await uploadsOf(plumb, project)).toMatchObject([{ id: upload.id, state: "accepted", tests: 2 }]);
});
