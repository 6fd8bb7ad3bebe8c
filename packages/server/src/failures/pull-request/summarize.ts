import {
  type PullRequestCause,
  type PullRequestKind,
  type PullRequestReport,
  type PullRequestSuiteChanges,
  type PullRequestSummary,
  pullRequestLimits,
  type TestLink,
} from "@plumb/contract/runs/pull-request.ts";
import type { Db } from "#store/db.ts";
import { baseRun, type ComparedRun } from "#store/runs/base-run.ts";
import { changeCounts, changedTests } from "#store/runs/compare.ts";
import type { GateRun } from "#store/runs/gate.ts";
import { type CauseInRun, causesInRun } from "#store/runs/pull-request.ts";
import { missingSuites } from "#store/runs/missing-suites.ts";
import { suiteChanges } from "#store/runs/suite-changes.ts";
import { describeCause } from "./describe-cause.ts";
import { type FoundCause, resultUrl } from "./found-cause.ts";
import { addSuiteChanges, noSuiteChanges } from "./found-suite-changes.ts";
import { storiesOfCauses } from "./stories-of-causes.ts";

interface Found {
  readonly causes: Map<string, FoundCause>;
  readonly failures: PullRequestSummary["failures"];
  readonly fixed: { count: number; tests: TestLink[] };
  readonly newlyFlaky: { count: number; tests: TestLink[] };
  suiteChanges: PullRequestSuiteChanges;
  readonly baseIds: number[];
  readonly reports: PullRequestReport[];
}

/** Maximum number of causes to read per run. The counts include the failures of all others. */
const maxCausesOfRun = 100;

type Summary = Omit<PullRequestSummary, "projectName" | "readAt" | "reportCount">;

/** Summarizes runs for a pull request. The answer has a limited size; its counts cover all failures of the runs. */
export async function summarizeRuns(
  db: Db,
  projectId: number,
  runs: readonly GateRun[],
  publicUrl: string,
): Promise<Summary> {
  const found: Found = {
    causes: new Map(),
    failures: { quarantined: 0, known: 0, flaky: 0, new: 0, back: 0 },
    fixed: { count: 0, tests: [] },
    newlyFlaky: { count: 0, tests: [] },
    suiteChanges: noSuiteChanges,
    baseIds: [],
    reports: [],
  };
  for (const run of runs) await addRun(db, found, { projectId, run, publicUrl });
  const listed = [...found.causes.values()].toSorted(byImportance).slice(0, pullRequestLimits.causes);
  const causes: PullRequestCause[] = [];
  const stories = await storiesOfCauses(db, projectId, listed);
  for (const cause of listed)
    causes.push(await describeCause(db, { projectId, cause, publicUrl, story: stories.get(cause) }));
  const unlisted = (kind: PullRequestKind) =>
    found.failures[kind] - listed.reduce((sum, cause) => sum + (cause.kind === kind ? cause.failures : 0), 0);
  return {
    projectId,
    publicUrl,
    failures: found.failures,
    causes,
    unlisted: { known: unlisted("known"), flaky: unlisted("flaky"), new: unlisted("new") },
    fixed: found.fixed,
    newlyFlaky: found.newlyFlaky,
    suiteChanges: found.suiteChanges,
    missing: (await missingSuites(db, projectId, runs, found.baseIds)).map(({ id, ...run }) => ({
      ...run,
      url: `${publicUrl}/reports/${id}`,
    })),
    running: runs.filter(({ status }) => status === "running").length,
    reports: found.reports,
  };
}

const order: readonly PullRequestKind[] = ["new", "known", "flaky"];

function byImportance(a: FoundCause, b: FoundCause): number {
  return order.indexOf(a.kind) - order.indexOf(b.kind) || b.failures - a.failures;
}

interface AddedRun {
  readonly projectId: number;
  readonly run: GateRun;
  readonly publicUrl: string;
}

async function addRun(db: Db, found: Found, { projectId, run, publicUrl }: AddedRun): Promise<void> {
  const runId = run.reportId;
  const base = await baseRun(db, projectId, runId);
  if (found.reports.length < pullRequestLimits.reports) found.reports.push(presentRun(run, base, publicUrl));
  if (run.failed + run.errored > 0) {
    const limits = { causes: maxCausesOfRun, results: pullRequestLimits.testsOfCause };
    const { kinds, causes } = await causesInRun(db, { projectId, runId, baseId: base?.id ?? null }, limits);
    for (const { kind, failures, back } of kinds) {
      found.failures[kind] += failures;
      if (kind === "new") found.failures.back += back;
    }
    for (const cause of causes) addCause(found.causes, cause, runId, base);
  }
  if (base === null) return;
  found.baseIds.push(base.id);
  const pair = { projectId, baseId: base.id, headId: runId };
  const changes = await suiteChanges(db, pair, pullRequestLimits.tests);
  if (changes !== null) found.suiteChanges = addSuiteChanges(found.suiteChanges, changes, pair, publicUrl);
  const counts = await changeCounts(db, pair);
  if (counts.fixed + counts.newlyFlaky === 0) return;
  const { fixed, newlyFlaky } = await changedTests(db, pair, pullRequestLimits.tests);
  for (const [list, tests, count] of [
    [found.fixed, fixed, counts.fixed],
    [found.newlyFlaky, newlyFlaky, counts.newlyFlaky],
  ] as const) {
    list.count += count;
    for (const { titlePath, head } of tests)
      if (list.tests.length < pullRequestLimits.tests && head !== null)
        list.tests.push({ name: titlePath.join(" › "), url: resultUrl(publicUrl, runId, head.resultId) });
  }
}

function addCause(
  causes: Found["causes"],
  { kind, key, groupId, failures, back, changedCause, flakyTests, quarantinedTests, resultIds }: CauseInRun,
  runId: number,
  base: ComparedRun | null,
): void {
  if (kind === "quarantined") return;
  // Failures without an error have nothing in common, but are listed together.
  const id = `${kind} ${key}`;
  const cause = causes.get(id) ?? {
    kind,
    groupId,
    failures: 0,
    back: 0,
    changedCause: 0,
    flakyTests: 0,
    quarantinedTests: 0,
    results: [],
  };
  causes.set(id, cause);
  cause.groupId ??= groupId;
  cause.failures += failures;
  if (kind === "new") {
    cause.back += back;
    cause.changedCause += changedCause;
    cause.flakyTests += flakyTests;
    cause.quarantinedTests += quarantinedTests;
  }
  for (const resultId of resultIds)
    if (cause.results.length < pullRequestLimits.testsOfCause) cause.results.push({ resultId, runId, base });
}

function presentRun(run: GateRun, base: ComparedRun | null, publicUrl: string): PullRequestReport {
  const { reportId, number, suite, environment, status, total, passed, failed, errored, skipped, flaky } = run;
  return {
    reportId,
    number,
    url: `${publicUrl}/reports/${reportId}`,
    suite,
    environment,
    status,
    total,
    passed,
    failed,
    errored,
    skipped,
    flaky,
    comparedWith: base && { number: base.number, branch: base.branch, url: `${publicUrl}/reports/${base.id}` },
  };
}
