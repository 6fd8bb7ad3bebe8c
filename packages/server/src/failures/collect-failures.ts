import { signatureVersion } from "@plumb/analysis/grouping/failure-signature.ts";
import { bumpRevision } from "#store/sql/revisions.ts";
import type { Context } from "#core/context.ts";
import { type Reopened, reopenReturned } from "#items/reopen-returned.ts";
import type { Db } from "#store/db.ts";
import { failuresOfRun } from "#store/failures/failures.ts";
import {
  markRegressions,
  type RunOfFailures,
  type RunToCollect,
  runToCollect,
  signAgain,
  unknownErrors,
  writeFailures,
} from "#store/failures/collection.ts";
import { groupsById, insertGroups, joinGroups } from "#store/failures/groups/groups.ts";
import { separatedGroups } from "#store/failures/groups/likely-duplicates.ts";
import { rulesVersion } from "#store/failures/rules/rules.ts";
import { changesSince, type RunChanges } from "#store/failures/run-changes.ts";
import { scopeFailuresOfRun } from "#store/failures/rules/scoped-rules.ts";
import {
  earlierLocations,
  insertSignatures,
  type NewSignature,
  signaturesOfBlocks,
} from "#store/failures/signatures.ts";
import { causeTexts } from "./cause-text.ts";
import { reopenTickets } from "#tickets/reopen-tickets.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";
import { classifyErrors } from "./classify-errors.ts";
import { theAnalyst } from "./analyst.ts";
import { groupClass } from "./group-class.ts";
import { assignToGroups } from "./assign-to-groups.ts";

import { type RuleSet, ruleSetOf, scopedRules, withRules } from "./rules/rule-set.ts";
import { settleGroups } from "./settle-groups.ts";
import { primaryTestError } from "./primary-test-error.ts";

/**
 * Groups the failures of a run into the causes of its project. Reads only unknown errors, and can be repeated. Does nothing if the run has been
 * deleted. For a running run, processes only changes.
 *
 * @returns Analysis items whose failure returned; `announceReopened` notifies their watchers.
 */
export async function collectFailures(
  context: Pick<Context, "backgroundDb" | "blobs" | "clock" | "publicUrl" | "threads">,
  { projectId, runId }: { readonly projectId: number; readonly runId: number },
  signal?: AbortSignal,
): Promise<Collected> {
  const { backgroundDb: db, clock, threads } = context;
  const run = await runToCollect(db, projectId, runId);
  if (run === null) return { ...noneReopened, running: false };
  if (run.signatureVersion !== signatureVersion) await signRunAgain(db, projectId, run, signal);
  const changes = await changesOf(db, projectId, run);
  const errors = await classifyErrors(context, { projectId, run }, await unknownErrors(db, changes), signal);
  // If the rules change while the errors are matched, the loop matches again before anything is stored.
  for (;;) {
    const ruleSet = await ruleSetOf(db, projectId);
    const ruled = await withRules({ threads, ruleSet, signal }, errors);
    const reopened = await db.transaction().execute(async (transaction) => {
      const revision = await bumpRevision(transaction, "failure", projectId);
      if ((await rulesVersion(transaction, projectId)) !== ruleSet.version) return null;
      // The run may have been deleted while its errors were read.
      if ((await runToCollect(transaction, projectId, runId)) === null) return noneReopened;
      const target = { projectId, run, revision, ruleSet, changes };
      await addToGroups(transaction, target, ruled);
      await writeFailures(transaction, target);
      const scoped = scopedRules(ruleSet);
      if (scoped.length > 0) await scopeFailuresOfRun(transaction, { projectId, revision, rules: scoped }, changes);
      await markRegressions(transaction, target);
      // A retry in the same run may still pass.
      if (run.running) return noneReopened;
      await reopenTickets(transaction, {
        projectId,
        run,
        publicUrl: context.publicUrl(),
        now: clock(),
        describe: (causes) => {
          const scope = { projectId, publicUrl: context.publicUrl() };
          const returned = causes.map((cause) => ({ ...cause, state: "back" as const }));
          return causeTexts(transaction, scope, returned, { upTo: "run" });
        },
      });
      return reopenReturned(transaction, { projectId, run, now: clock() });
    });
    if (reopened !== null) return { ...reopened, running: run.running };
  }
}

interface Collected extends Reopened {
  /** Whether the run has not ended. */
  readonly running: boolean;
}

/** Returns the changes of a running run, or all failures of an ended run, so that its final state does not depend on earlier steps. */
async function changesOf(db: Db, projectId: number, run: RunToCollect): Promise<RunChanges> {
  const { id, running, revision, collectedRevision } = run;
  return changesSince(db, projectId, id, { since: running ? collectedRevision : null, until: revision });
}

const noneReopened: Reopened = { items: 0, written: [] };

interface Target {
  readonly projectId: number;
  readonly run: RunToCollect;
  readonly revision: number;
  readonly ruleSet: RuleSet;
  readonly changes: RunChanges;
}

/** Adds errors to causes. Errors that another run has added in the meantime are skipped. */
async function addToGroups(transaction: Db, target: Target, errors: readonly NewSignature[]): Promise<void> {
  if (errors.length === 0) return;
  const { projectId, revision, ruleSet } = target;
  const blocks = [...new Set(errors.map(({ block }) => block))];
  const found = await signaturesOfBlocks(transaction, projectId, blocks);
  const outlines = new Map(errors.map(({ signature, outline }) => [signature, outline]));
  const earlier = await earlierLocations(transaction, target, [...outlines.keys()]);
  // An error whose signature changed with the algorithm keeps the group of its failures.
  const existing = [
    ...found,
    ...earlier.flatMap(({ signature, ...place }) => {
      const outline = outlines.get(signature);
      return outline === undefined ? [] : [{ ...place, outline }];
    }),
  ];
  const have = new Set(found.map(({ signature }) => signature));
  const unknown = errors.filter(({ signature }) => !have.has(signature));
  const ids = [...new Set(existing.map(({ groupId }) => groupId))];
  const groups = new Map((await groupsById(transaction, projectId, ids)).map((group) => [group.id, group]));
  const separated = await separatedGroups(transaction, projectId);
  const { known, made, joined } = assignToGroups(unknown, existing, groups, separated);
  const bySignature = new Map(unknown.map((error) => [error.signature, error]));
  const membersOf = (signatures: readonly string[]) => signatures.flatMap((name) => bySignature.get(name) ?? []);
  const newIds = await insertGroups(
    transaction,
    projectId,
    made.map((signatures) => groupClass(membersOf(signatures), ruleSet)),
    revision,
  );
  const groupOf = new Map(known);
  for (const [index, signatures] of made.entries())
    for (const name of signatures) groupOf.set(name, newIds[index] as number);
  for (const { from, into } of joined) await joinGroups(transaction, projectId, { from, into, by: "engine", revision });
  await insertSignatures(
    transaction,
    target,
    unknown.map((error) => ({ ...error, groupId: groupOf.get(error.signature) as number })),
  );
  const grown = [...new Set([...known.values(), ...joined.map(({ into }) => into)])];
  await settleGroups(transaction, target, grown);
}

/** Computes the signatures of the run again after a change of the algorithm. */
async function signRunAgain(
  db: Db,
  projectId: number,
  { id: runId, framework }: RunOfFailures,
  signal: AbortSignal | undefined,
): Promise<void> {
  const analyst = theAnalyst();
  const signed: { resultId: number; signature: string | null }[] = [];
  for await (const failure of failuresOfRun(db, projectId, runId, { flaky: true })) {
    await yieldToEventLoop(signed.length, signal);
    const primaryError = primaryTestError(failure.errors);
    const title = failure.titlePath.at(-1) ?? "";
    const signature =
      primaryError === undefined ? null : analyst.analyse({ ...primaryError, framework, title }).signature;
    signed.push({ resultId: failure.resultId, signature });
  }
  await db.transaction().execute((transaction) => signAgain(transaction, { projectId, runId }, signed));
}
