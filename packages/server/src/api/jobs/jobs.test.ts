import type { Job, JobCounts } from "@plumb/contract/administration/jobs.ts";
import { expect, test } from "vitest";
import { runJobs, startJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { rowsOf, runStatement } from "#testing/database.ts";
import { seedPerson } from "#testing/people.ts";
import { junit } from "#testing/reports.ts";

interface Page {
  readonly data: Job[];
  readonly nextCursor: number | null;
  readonly counts: JobCounts;
}

const list = async (plumb: TestApp, token: string, state: string, more = "") =>
  (await call<Page>(plumb, "GET", `/api/jobs?state=${state}${more}`, { token })).body;
const retry = (plumb: TestApp, token: string, id: number | undefined) =>
  call(plumb, "POST", `/api/jobs/${id}/retry`, { token });

/** Creates jobs in each state, for a report that was uploaded. */
async function seedJobs(plumb: TestApp) {
  const seeded = await seedProject(plumb);
  await send(plumb, seeded.key, { "a.xml": junit([["cart", "adds"]]) });
  await runStatement(
    plumb.context.db,
    `insert into job (kind, project_id, data, state, attempts, created_at, due_at, ended_at, error)
     values ('make-export', ${seeded.projectId}, '{"exportId": 1}', 'failed', 3, '2026-03-04', '2026-03-04', '2026-03-04', 'it broke'),
            ('of-a-newer-server', null, '{}', 'running', 1, '2026-03-04', '2026-03-04', null, null)`,
  );
  return seeded;
}

test("administrators see waiting, running, scheduled and failed jobs", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedJobs(plumb);
  const stop = await startJobs({ ...plumb.context, embedded: true });
  await stop();
  const queued = await list(plumb, token, "queued");
  expect(queued.data.map(({ kind }) => kind)).toEqual(["run-judged", "make-statistics"]);

  const failed = await list(plumb, token, "failed");
  expect(failed.data).toMatchObject([
    {
      kind: "make-export",
      title: "Create an export",
      state: "failed",
      project: { id: projectId, name: "Shop" },
      attempts: 3,
      dueAt: null,
      error: "it broke",
    },
  ]);
  expect((await list(plumb, token, "running")).data).toMatchObject([
    { kind: "of-a-newer-server", title: "of-a-newer-server", project: null },
  ]);
  const scheduled = await list(plumb, token, "scheduled");
  expect(scheduled.data.map(({ kind }) => kind)).toContain("delete-old-rows");
  expect(scheduled.counts).toEqual({ running: 1, queued: 2, scheduled: scheduled.data.length, failed: 1 });
  expect(new Set(scheduled.data.map(({ kind }) => kind)).size).toBe(scheduled.data.length);
});

test("pages follow without gaps, failed jobs newest first", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  await runStatement(
    plumb.context.db,
    `insert into job (kind, state, created_at, due_at, ended_at, error)
     select 'make-export', 'failed', now(), now(), now(), 'broke ' || n from generate_series(1, 1500) n`,
  );
  const first = await list(plumb, token, "failed", "&limit=2");
  const second = await list(plumb, token, "failed", `&limit=2&cursor=${first.nextCursor}`);
  expect([...first.data, ...second.data].map(({ error }) => error)).toEqual([
    "broke 1500",
    "broke 1499",
    "broke 1498",
    "broke 1497",
  ]);
  expect(first.counts.failed).toBe(1000);
});

test("a failed job is retried once, and the audit names the requester", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedJobs(plumb);
  const [failed] = (await list(plumb, token, "failed")).data;
  expect((await retry(plumb, token, failed?.id)).status).toBe(200);
  expect((await list(plumb, token, "failed")).data).toEqual([]);
  expect((await list(plumb, token, "queued")).data).toContainEqual(
    expect.objectContaining({ id: failed?.id, attempts: 0, error: "it broke" }),
  );
  const audit = await call<{ data: object[] }>(plumb, "GET", "/api/audit?action=job.retried", { token });
  expect(audit.body.data).toMatchObject([
    { targetType: "job", targetName: "Create an export", actorEmail: "admin@example.test" },
  ]);
  await runJobs(plumb.context);
  expect(await retry(plumb, token, failed?.id)).toMatchObject({
    status: 404,
    body: { error: "This job no longer exists: it has finished." },
  });
  const [running] = (await list(plumb, token, "running")).data;
  expect(await retry(plumb, token, running?.id)).toMatchObject({
    status: 409,
    body: { error: "This job is already running." },
  });
});

test("a failed job merges with the same waiting job", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  await runStatement(
    plumb.context.db,
    `insert into job (kind, key, state, created_at, due_at, ended_at)
     values ('send-deliveries', 'same', 'failed', '2026-03-04', '2026-03-04', '2026-03-04'),
            ('send-deliveries', 'same', 'queued', '2026-03-04', '2030-01-01', null)`,
  );
  const [failed] = (await list(plumb, token, "failed")).data;
  expect((await retry(plumb, token, failed?.id)).status).toBe(200);
  expect(await rowsOf(plumb.context.db, "job")).toMatchObject([{ state: "queued", due_at: plumb.time.now }]);
});

test("only administrators see or run jobs", async () => {
  await using plumb = await createTestApp();
  const { projectId } = await seedProject(plumb);
  const lead = await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" });
  expect((await call(plumb, "GET", "/api/jobs?state=failed", { token: lead.token })).status).toBe(403);
  expect((await retry(plumb, lead.token, 1)).status).toBe(403);
});
