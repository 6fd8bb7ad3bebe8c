import { readdirSync, readFileSync } from "node:fs";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { hasSeveralTransactions } from "#testing/overlap.ts";
import { junit } from "#testing/reports.ts";
import { openDatabase } from "#store/db.ts";
import { registerServerMetrics } from "./server-metrics.ts";

/** Returns the values of the metrics of Plumb by name and labels. */
async function metricsOf(plumb: TestApp): Promise<Record<string, number>> {
  const { body } = await plumb.app.inject("/metrics");
  const lines = body.split("\n").filter((line) => /^plumb_(?!http|refused|count_delay)/.test(line));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
  );
}

test("metrics have the runs, jobs and deliveries of the database", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  const { key, projectId } = await seedProject(plumb);
  await send(
    plumb,
    key,
    {
      "a.xml": junit([
        ["cart", "adds"],
        ["cart", "pays", "boom"],
      ]),
    },
    { build: "1" },
  );
  while ((await countEndedRuns(db, 10)).runs > 0);
  await runStatement(db, "delete from job");
  const [dueAt, oldAt] = [10, 100].map((minutes) =>
    new Date(plumb.time.now.getTime() - minutes * 60_000).toISOString(),
  );
  await runStatement(
    db,
    `insert into job (kind, project_id, data, state, created_at, due_at)
     values ('make-export', ${projectId}, '{}', 'queued', '${oldAt}', '${dueAt}'),
            ('make-export', ${projectId}, '{}', 'failed', '${oldAt}', '${oldAt}')`,
  );
  await runStatement(
    db,
    `insert into outbox_destination (project_id, kind, target_id, name) values (${projectId}, 'webhook', 1, 'CI')`,
  );
  await runStatement(
    db,
    `insert into outbox_delivery (project_id, kind, target_id, event, body, status, created_at)
     values (${projectId}, 'webhook', 1, 'run.finished', '{}', 'pending', '${dueAt}'), (${projectId}, 'webhook', 1, 'run.finished', '{}', 'failed', '${oldAt}')`,
  );

  expect(await metricsOf(plumb)).toEqual({
    plumb_database_up: 1,
    'plumb_jobs{kind="make-export",state="queued"}': 1,
    'plumb_jobs{kind="make-export",state="failed"}': 1,
    'plumb_job_overdue_seconds{kind="make-export"}': 600,
    'plumb_deliveries{kind="webhook",status="pending"}': 1,
    'plumb_deliveries{kind="webhook",status="failed"}': 1,
    'plumb_delivery_oldest_seconds{kind="webhook",status="pending"}': 600,
    'plumb_delivery_oldest_seconds{kind="webhook",status="failed"}': 6000,
    plumb_runs_total: 1,
    plumb_results_total: 2,
    plumb_stored_bytes: 0,
  });
});

test("the metrics show that the server does not reach its database", async () => {
  // Nothing listens on this port.
  await using database = await openDatabase({ url: "postgres://127.0.0.1:9/plumb", folder: null });
  const registry = new Registry();
  await registerServerMetrics(registry, { backgroundDb: database.db, clock: () => new Date() })();
  expect(await registry.metrics()).toMatch(/^plumb_database_up 0$/m);
});

test.runIf(hasSeveralTransactions)("a slow database does not hold up the other metrics", async () => {
  await using plumb = await createTestApp();
  const { db, clock } = plumb.context;
  const registry = new Registry();
  const readMetrics = registerServerMetrics(registry, { backgroundDb: db, clock });
  await db.transaction().execute(async (transaction) => {
    await runStatement(transaction, "lock table job");
    await readMetrics();
    expect(await registry.metrics()).toMatch(/^plumb_database_up 0$/m);
  });
  await expect.poll(async () => readMetrics().then(() => registry.metrics())).toMatch(/^plumb_database_up 1$/m);
});

test("the dashboards for Grafana show metrics that exist", async () => {
  const metricsKey = "a key of the operator";
  await using plumb = await createTestApp({ metricsKey });
  const ofServer = await plumb.app.inject("/metrics");
  const ofProjects = await plumb.app.inject({
    url: "/metrics/projects",
    headers: { authorization: `Bearer ${metricsKey}` },
  });
  const body = ofServer.body + ofProjects.body;
  const known = new Set([...body.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  const folder = new URL("../../../../../deploy/grafana/", import.meta.url);
  const files = readdirSync(folder);
  expect(files).toHaveLength(4);
  const unknown = files.flatMap((file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    const names = [...text.matchAll(/\b(?:plumb|process|nodejs)_\w+/g)].map(([name]) => name);
    expect(names.length).toBeGreaterThan(0);
    return names.filter((name) => !known.has(name.replace(/_(?:bucket|count|sum)$/, "")) && !known.has(name));
  });
  expect(unknown).toEqual([]);
});
