import { createHash } from "node:crypto";
import type { RunOutput } from "@plumb/contract/runs/run-output.ts";
import type { ResultDetail } from "@plumb/contract/runs/results.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Returns the names of the only test's files, and of the run's files. */
async function filesOf(plumb: TestApp, token: string, reportId: number) {
  const results = await call<{ data: { id: number }[] }>(plumb, "GET", `/api/reports/${reportId}/results`, { token });
  const [first] = results.body.data;
  const detail =
    first === undefined
      ? null
      : await call<{ data: ResultDetail }>(plumb, "GET", `/api/reports/${reportId}/results/${first.id}`, { token });
  const output = await call<{ data: RunOutput }>(plumb, "GET", `/api/reports/${reportId}/output`, { token });
  return {
    ofTest: detail?.body.data.artifacts.map(({ name }) => name) ?? [],
    ofRun: output.body.data.files.map(({ name }) => name),
  };
}

test("a file is shown with its test while it runs and after it ends, and repeating it changes nothing", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([testEvent("a", "running")]);

  const put = await live.file({ test: "a", attempt: "0", name: "log.txt" }, "what happened");
  expect(put.body.data).toEqual({ sha256: sha256("what happened"), size: 13 });
  await live.file({ test: "a", attempt: "0", name: "log.txt" }, "what happened");
  expect(await filesOf(plumb, token, live.run.reportId)).toEqual({ ofTest: ["log.txt"], ofRun: [] });
  await live.batch([testEvent("a", "passed")]);
  await live.file({ test: "a", attempt: "1", name: "late.txt" }, "what came after it");

  expect(await filesOf(plumb, token, live.run.reportId)).toEqual({ ofTest: ["log.txt", "late.txt"], ofRun: [] });
});

test("files and steps have their position in the test, and impossible ones are dropped", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  const inline = { kind: "artifact", test: "a", contentType: "text/plain", body: "YQ==" } as const;
  await live.batch([testEvent("a", "running")]);
  await live.file({ test: "a", attempt: "0", step: "1", name: "early.txt" }, "early");
  await live.batch([
    { kind: "step", test: "a", attempt: 0, title: "opens", depth: 0, status: "passed", durationMs: 1 },
    {
      kind: "step",
      test: "a",
      attempt: 0,
      title: "pays",
      depth: 0,
      status: "passed",
      durationMs: 1,
      file: "pay.ts",
      line: 3,
    },
    { ...inline, attempt: 0, step: 0, name: "inline.txt" },
    { ...inline, attempt: 0, step: Number.MAX_SAFE_INTEGER, name: "nowhere.txt" },
    { ...inline, attempt: Number.MAX_SAFE_INTEGER, name: "never.txt" },
    { kind: "attempt", test: "a", index: 0, status: "passed", startedAt: null, durationMs: 2, errors: [] },
    testEvent("a", "passed"),
  ]);

  const results = await call<{ data: { id: number }[] }>(plumb, "GET", `/api/reports/${live.run.reportId}/results`, {
    token,
  });
  const path = `/api/reports/${live.run.reportId}/results/${results.body.data[0]?.id}`;
  const { artifacts, attempts } = (await call<{ data: ResultDetail }>(plumb, "GET", path, { token })).body.data;
  expect(artifacts.map(({ name, step }) => [name, step])).toEqual([
    ["early.txt", 1],
    ["inline.txt", 0],
    ["nowhere.txt", undefined],
    ["never.txt", undefined],
  ]);
  expect(attempts[0]?.steps).toMatchObject([{ title: "opens" }, { title: "pays", file: "pay.ts", line: 3 }]);
});

test("a file that arrives before its test is attached later", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);

  await live.file({ test: "a", name: "early.txt" }, "early");
  expect(await filesOf(plumb, token, live.run.reportId)).toEqual({ ofTest: [], ofRun: ["early.txt"] });
  await live.batch([testEvent("a", "passed")]);

  expect(await filesOf(plumb, token, live.run.reportId)).toEqual({ ofTest: ["early.txt"], ofRun: [] });
  expect((await live.complete()).body.data.problems).toEqual([]);
});

test("a file whose test never arrives belongs to the run, with a problem", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([testEvent("a", "passed")]);
  await live.file({ test: "nobody", name: "lost.txt" }, "lost");

  expect((await live.complete()).body.data.problems).toMatchObject([
    { reason: "Some files belong to tests that were never reported, so they were attached to the run: lost.txt." },
  ]);
  expect(await filesOf(plumb, token, live.run.reportId)).toEqual({ ofTest: [], ofRun: ["lost.txt"] });
});

test("files can be part of the lines: as content, or by hash if the project has the content", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  const file = { kind: "artifact", contentType: "text/plain" } as const;
  await live.batch([
    { ...file, test: "a", attempt: 0, name: "inline.txt", body: Buffer.from("inline").toString("base64") },
    testEvent("a", "passed"),
    { ...file, name: "of-the-run.txt", sha256: sha256("inline") },
    { ...file, name: "of-the-run.txt", sha256: sha256("inline") },
  ]);

  expect(await filesOf(plumb, token, live.run.reportId)).toEqual({ ofTest: ["inline.txt"], ofRun: ["of-the-run.txt"] });
});

test("output outside the tests is one text, from any number of batches", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  await live.batch([{ kind: "stdout", stream: "stdout", text: "starting… " }]);
  await live.batch([{ kind: "stdout", stream: "stdout", text: "started" }]);

  const { body } = await call<{ data: RunOutput }>(plumb, "GET", `/api/reports/${live.run.reportId}/output`, { token });
  expect(body.data.printed.map(({ text }) => text)).toEqual(["starting… started"]);
});

test("rejects a file that is too large, and the run continues", async () => {
  await using plumb = await createTestApp({ maxUploadBytes: 1000 });
  const { key } = await seedProject(plumb);
  const live = await openLive(plumb, key);

  expect(await live.file({ name: "big.txt" }, "x".repeat(1001))).toMatchObject({ status: 413 });
  expect((await live.batch([testEvent("a", "passed")])).status).toBe(200);
});
