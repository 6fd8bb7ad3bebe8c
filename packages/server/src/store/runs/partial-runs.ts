import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";
import type { SuiteKey } from "./suite-states.ts";

/** Selection of tests as reported by the sender; see migration 0240. */
export type Scope = "whole" | "filter" | "part";

/** Which tests of the suite a sender selected, and the reason for not selecting all. */
export interface ReportedScope {
  readonly scope: Scope | null;
  readonly scopeReason: string | null;
}

/** An earlier run of the same suite. */
interface EarlierRun {
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

/** A run with less than this share of the tests of the latest full run may be partial. */
const farFewer = 0.5;
/** Minimum number of missing tests of a partial run, because small suites change a lot from day to day. */
const fewestMissing = 5;
/** After this many runs of the same size, each of another commit, the suite counts as permanently smaller. */
const runsToShrink = 5;

/**
 * Explains why a run is partial; returns `null` for a full run.
 *
 * - Senders decide first. Tests chosen for one run make it partial, and so does a filter, unless the latest full run had the same filter, or the
 * suite has never had a full run.
 * - Otherwise, a run with far fewer tests than the latest full run is partial, until the suite has had that size for five commits.
 *
 * @param ran Number of tests that ran; `null` while the run is running.
 */
export function whyPartial(
  uploads: readonly (ReportedScope & { readonly shard: number | null })[],
  ran: number | null,
  { whole, partial }: Neighbours,
): string | null {
  const parts = reportedParts(uploads);
  if (parts !== null) {
    const [first] = parts;
    if (parts.some(({ scope }) => scope === "part")) return reasonOf(parts.find(({ scope }) => scope === "part"));
    const filters = filtersOf(parts);
    const before = whole ?? partial[0] ?? null;
    if (before === null || filters.length === 0) return reasonOf(first);
    if (filters.join("\n") === before.filters.join("\n")) return null;
    // Machines that share the tests of a run each have their own filter.
    if (filters.length > 1 && ran !== null && whole !== null && ran >= whole.ran) return null;
    return reasonOf(first);
  }
  if (ran === null || whole === null || uploads.some(({ scope }) => scope === "whole")) return null;
  if (ran >= whole.ran * farFewer || whole.ran - ran < fewestMissing || hasShrunk(ran, partial)) return null;
  return `Only ${ran.toLocaleString("en")} of about ${whole.ran.toLocaleString("en")} tests ran`;
}

/** Returns the uploads of the first shard to which all senders sent only a selection; `null` if there is none. */
function reportedParts<Upload extends ReportedScope & { readonly shard: number | null }>(
  uploads: readonly Upload[],
): Upload[] | null {
  const sharded = uploads.filter(({ shard }) => shard !== null);
  // An upload without a shard, next to uploads with one, repeats some of their tests.
  const groups = Map.groupBy(sharded.length > 0 ? sharded : uploads, ({ shard }) => shard);
  const parts = [...groups.values()].find((group) => group.every(isPart));
  return parts ?? null;
}

function isPart({ scope }: ReportedScope): boolean {
  return scope === "part" || scope === "filter";
}

function filtersOf(uploads: readonly ReportedScope[]): string[] {
  const reasons = uploads.flatMap(({ scopeReason }) => (scopeReason === null ? [] : [scopeReason]));
  return [...new Set(reasons)].toSorted();
}

function reasonOf(upload: ReportedScope | undefined): string {
  return upload?.scopeReason ?? "Marked as partial by its sender";
}

function hasShrunk(ran: number, partial: readonly EarlierRun[]): boolean {
  const last = partial.slice(0, runsToShrink);
  const commits = new Set(last.flatMap(({ commit }) => (commit === null ? [] : [commit])));
  const isAlike = ({ ran: others }: EarlierRun) => Math.max(others, ran) <= 1.5 * Math.min(others, ran);
  return commits.size === runsToShrink && last.every(isAlike);
}

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
  const lastWhole = before.findIndex(({ partial }) => !partial);
  return {
    whole: rows.find(({ asked }) => asked === "whole") ?? null,
    partial: lastWhole === -1 ? before : before.slice(0, lastWhole),
  };
}
