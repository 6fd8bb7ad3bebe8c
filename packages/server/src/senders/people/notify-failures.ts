import type { Context } from "#core/context.ts";
import { publish, writeNotifications } from "#inbox/notify.ts";
import type { RunStatusEvent } from "#runs/run-status-event.ts";
import { namedTests, ownerNotice } from "./owner-notice.ts";
import { redNotice } from "./red-notice.ts";
import type { Db } from "#store/db.ts";
import { lockNewsRun, markNotified, type NewsRun } from "#store/runs/news-runs.ts";
import { newFailuresByOwner } from "#store/runs/owned-failures.ts";
import { baseRun, previousOnBranch } from "#store/runs/base-run.ts";
import { isFirstRed } from "#store/runs/red-runs.ts";
import { flakinessRuleOf } from "#store/tests/flakiness-rules.ts";
import { silencedFailures } from "#store/tests/quarantine.ts";
import { assignStaleOwners } from "#tests/assign-owners.ts";

/**
 * Notifies users of a run's failures, once per user and run: owners of new failures in their tests, and leads and users of the project if it is
 * the first red run after a green one.
 */
export async function notifyOfFailures(
  context: Pick<Context, "backgroundDb" | "bus" | "clock" | "db" | "threads">,
  event: Pick<RunStatusEvent, "projectId" | "report" | "runId">,
): Promise<void> {
  await notifyAbout("tests", context, event);
}

/** Notifies owners of tests that failed before too, but for other causes. Called after the failures are collected. Users who know of the run are excluded. */
export async function notifyOfCauses(
  context: Pick<Context, "backgroundDb" | "bus" | "clock" | "db" | "threads">,
  event: Pick<RunStatusEvent, "projectId" | "report" | "runId">,
): Promise<void> {
  await notifyAbout("causes", context, event);
}

async function notifyAbout(
  about: "causes" | "tests",
  context: Pick<Context, "backgroundDb" | "bus" | "clock" | "db" | "threads">,
  { projectId, runId, report }: Pick<RunStatusEvent, "projectId" | "report" | "runId">,
): Promise<void> {
  if (report.status !== "failed" && report.status !== "interrupted") return;
  const now = context.clock();
  // Tests that are new in this run have no owner yet.
  if (report.summary.failed + report.summary.errored > 0)
    await assignStaleOwners({ db: context.backgroundDb, threads: context.threads }, projectId);
  const written = await context.db.transaction().execute(async (transaction) => {
    const run = await lockNewsRun(transaction, { projectId, runId, now });
    return run === null ? [] : notifyOf(transaction, run, about, now);
  });
  publish(context, written);
}

async function notifyOf(transaction: Db, run: NewsRun, about: "causes" | "tests", now: Date) {
  const { id: runId, projectId, toldUsers } = run;
  const before = await previousOnBranch(transaction, projectId, runId);
  const base = (await baseRun(transaction, projectId, runId)) ?? before;
  if (base === null) return [];
  const silenced = await silencedFailures(transaction, projectId, runId);
  const owned =
    run.failures > silenced.failures
      ? await newFailuresByOwner(transaction, {
          about,
          projectId,
          runId,
          baseId: base.id,
          knownFrom: [base.id, ...(before === null ? [] : [before.id])],
          silenced: silenced.tests,
          wanting: await wantingOf(transaction, run),
          except: toldUsers,
          named: namedTests,
        })
      : [];
  const notified = [];
  for (const each of owned) {
    const notice = ownerNotice(about, run, base, each);
    notified.push(...(await writeNotifications(transaction, { userIds: [each.userId] }, notice, now)));
  }
  const red = about === "tests" && (await isFirstRed(transaction, run, before, silenced.failures));
  if (red) {
    const except = [...toldUsers, ...notified.map(({ userId }) => userId)];
    const to = { membersOf: projectId, roles: ["LEAD", "USER"], except } as const;
    notified.push(...(await writeNotifications(transaction, to, redNotice(run, silenced.failures), now)));
  }
  if (red || notified.length > 0)
    await markNotified(transaction, run, { userIds: notified.map(({ userId }) => userId), red, now });
  return notified;
}

/** Returns the values of the notification setting that include this run: `all`, and `main` on main branches. */
async function wantingOf(db: Db, { projectId, branch }: NewsRun): Promise<string[]> {
  const { mainBranches } = await flakinessRuleOf(db, projectId);
  return branch === null || branch === "" || mainBranches.includes(branch) ? ["all", "main"] : ["all"];
}
