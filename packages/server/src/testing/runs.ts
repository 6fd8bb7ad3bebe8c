import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { bumpRevision } from "#store/sql/revisions.ts";
import type { NewRun } from "#store/ingest/sources.ts";
import { withdrawSource } from "#runs/sources/withdraw-source.ts";
import { moveSuiteState } from "#store/runs/suite-states.ts";
import { createProject } from "#store/projects/projects.ts";

export interface SeededRun {
  readonly suite?: string;
  readonly environment?: string;
  readonly framework?: string;
  readonly branch?: string;
  readonly status?: "running" | "completed" | "failed" | "interrupted";
  readonly startedAt?: string;
  readonly durationMs?: number | null;
  readonly passed?: number;
  readonly failed?: number;
  readonly errored?: number;
  readonly authors?: readonly string[];
  readonly tags?: readonly string[];
  readonly commitAuthor?: string;
  readonly pullRequest?: string;
  /** Owners of failed tests, as in counted runs. */
  readonly failedOwners?: readonly string[];
  /** Owners of passed tests, as in counted runs. */
  readonly passedOwners?: readonly string[];
}

/** Inserts runs without tests and returns their ids. The runs have consecutive numbers and start one minute apart. */
export async function seedRuns(db: Db, projectId: number, runs: readonly SeededRun[]): Promise<number[]> {
  const ids: number[] = [];
  for (const run of runs) {
    const { passed = 1, failed = 0, errored = 0, durationMs = 1000, authors = [], tags = [] } = run;
    const { rows } = await sql<{ id: number }>`
      with counter as (
        update run_counter set last_number = last_number + 1 where project_id = ${projectId} returning last_number as number
      ), learned as (
        insert into author (project_id, name) select ${projectId}, unnest(${authors}::text[]) on conflict do nothing
      )
      insert into run (project_id, number, key, suite, environment, framework, branch, status, started_at, duration_ms,
                       passed, failed, errored, total, authors, tags, commit_author, pull_request)
      select ${projectId}, number, 'seeded ' || number, ${run.suite ?? "checkout"}, ${run.environment ?? "staging"},
             ${run.framework ?? "playwright"}, ${run.branch ?? null}, ${run.status ?? "completed"},
             coalesce(${run.startedAt ?? null}::timestamptz, timestamptz '2026-02-01 08:00Z' + number * interval '1 minute'),
             ${durationMs}::float8, ${passed}::int, ${failed}::int, ${errored}::int, ${passed + failed + errored}::int,
             ${authors}::text[], ${tags}::text[], ${run.commitAuthor ?? null}, ${run.pullRequest ?? null}
        from counter
      returning id
    `.execute(db);
    const runId = rows[0]?.id ?? 0;
    ids.push(runId);
    const { failedOwners = [], passedOwners = [] } = run;
    await inTransaction(db, async (transaction) => {
      await bumpRevision(transaction, "trend", projectId);
      await sql`
        insert into run_owner (project_id, run_id, owner, total, passed, failed, skipped, flaky, first_passed, quarantined, flaky_us)
        select ${projectId}, ${runId}, owner, 1, (not failed)::int, failed::int, 0, 0, (not failed)::int, 0, 0
          from (select owner, true as failed from unnest(${failedOwners}::text[]) owner
                union all select owner, false from unnest(${passedOwners}::text[]) owner) given
      `.execute(transaction);
    });
    const { suite = "checkout", environment = "staging", branch = null } = run;
    await moveSuiteState(db, { projectId, runId }, { suite, environment, branch });
  }
  return ids;
}

/** Creates a project and returns the data of a new run in it, as from an upload. */
export async function projectWithNewRun(db: Db): Promise<NewRun> {
  const settings = { retentionDays: 30, autoCleanup: true, notifications: true };
  const input = { name: randomUUID(), description: "", type: "other", status: "active", settings } as const;
  const project = await createProject(db, input, new Date());
  if (project === null) throw new Error("The name is taken.");
  return {
    projectId: project.id,
    key: "k",
    build: "1",
    suite: "s",
    framework: "f",
    environment: "e",
    branch: null,
    commit: null,
    commitAuthor: null,
    pullRequest: null,
    ciUrl: null,
    startedAt: new Date("2026-03-04T10:00:00Z"),
    whole: false,
  };
}

/** Rolls back a complete upload, as if its server had failed just before the end. */
export async function withdrawInTest(db: Db, projectId: number, sourceId: number, now: Date): Promise<void> {
  await sql`update upload set status = 'receiving' where project_id = ${projectId} and id = ${sourceId}`.execute(db);
  await withdrawSource(db, projectId, sourceId, now);
}
