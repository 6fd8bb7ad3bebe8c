import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";
import type { SuiteKey } from "./suite-states.ts";

/** An earlier run of the same suite. */
export interface EarlierRun {
  /** Number of tests that passed, failed or errored. */
  readonly ran: number;
  readonly commit: string | null;
  /** Reasons for filters that its senders reported. */
  readonly filters: readonly string[];
}

export interface Neighbours {
  /** The latest full run. */
  readonly whole: EarlierRun | null;
  /** Partial runs since then, newest first. */
  readonly partial: readonly EarlierRun[];
}

/** After this many runs of the same size, each of another commit, the suite counts as permanently smaller. */
export const runsToShrink = 5;

/** Returns earlier runs of the same suite, environment and branch. If the branch has no full run, uses one of any branch. */
export async function neighboursOf(
  db: Db,
  { projectId, runId, startedAt }: { readonly projectId: number; readonly runId: number; readonly startedAt: Date },
  { suite, environment, branch }: SuiteKey,
): Promise<Neighbours> {
  const latest = (condition: RawBuilder<unknown>, limit: number) => sql`(
      select p.id, p.started_at, p.passed + p.failed + p.errored as ran, p.commit_sha, p.partial
        from run p
       where p.project_id = ${projectId} and p.suite = ${suite} and p.environment = ${environment} and ${condition}
         and p.removed_at is null and p.status in ('completed', 'failed') and p.interruption is null and (p.started_at, p.id) < (${startedAt}, ${runId})
       order by p.started_at desc, p.id desc
       limit ${limit})`;
  const sameBranch = sql`coalesce(p.branch, '') = ${branch ?? ""}`;
  const { rows } = await sql<EarlierRun & { partial: boolean; asked: "whole" | "before" }>`
    select before.asked, before.ran, before.commit_sha as commit, before.partial is not null as partial,
           array(select distinct u.scope_reason from upload u
                  where u.project_id = ${projectId} and u.run_id = before.id and u.scope = 'filter' and u.scope_reason is not null
                  order by 1) as filters
      from (
        select 'whole' as asked, * from (
          ${latest(sql`${sameBranch} and p.partial is null`, 1)}
          union all
          ${latest(sql`p.partial is null`, 1)}
          limit 1) whole
        union all
        select 'before' as asked, * from ${latest(sameBranch, runsToShrink)} newest) before
     order by before.started_at desc, before.id desc
  `.execute(db);
  const before = rows.filter(({ asked }) => asked === "before");
  const lastFull = before.findIndex(({ partial }) => !partial);
  return {
    whole: rows.find(({ asked }) => asked === "whole") ?? null,
    partial: lastFull === -1 ? before : before.slice(0, lastFull),
  };
}
