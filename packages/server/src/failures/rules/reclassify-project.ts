import type { Context } from "#core/context.ts";
import { bumpRevision } from "#store/sql/revisions.ts";
import type { Db } from "#store/db.ts";
import { groupsWithRules, storeRuled, type RuledSample, samplesAfter } from "#store/failures/rules/ruled-errors.ts";
import { rulesVersion } from "#store/failures/rules/rules.ts";
import { failuresOfSignatures, scopeFailuresById, signaturesScoped } from "#store/failures/rules/scoped-rules.ts";
import { reviewIncidents } from "#failures/update-incidents.ts";
import { settleGroups } from "#failures/settle-groups.ts";
import type { Matcher } from "./match-texts.ts";
import { matcherOf, type Ruled, ruledBy, type RuleSet, ruleSetOf, scopedRules } from "./rule-set.ts";

/** Up to 16 KB are read per error. */
const errorsAtOnce = 200;
const failuresAtOnce = 5000;
const groupsAtOnce = 100;

interface Reclassification {
  readonly db: Db;
  readonly projectId: number;
  readonly ruleSet: RuleSet;
  readonly signal: AbortSignal;
}

/**
 * Applies the current rules to all errors of a project and updates failures and causes; users' decisions are preserved. Writes differences only, so
 * it can be repeated. If the rules change in the meantime, that change's job handles the rest.
 */
export async function reclassifyProject(
  context: Pick<Context, "backgroundDb" | "bus" | "clock" | "threads">,
  projectId: number,
  signal: AbortSignal,
): Promise<void> {
  const { backgroundDb: db, threads, bus } = context;
  const ruleSet = await ruleSetOf(db, projectId);
  const reclassification = { db, projectId, ruleSet, signal };
  await using matcher = await matcherOf(threads, ruleSet, signal);
  const done = (await reclassifyErrors(reclassification, matcher)) && (await reclassifyGroups(reclassification));
  if (!done) return;
  await reviewIncidents(context, projectId);
  bus.publish({ about: "failures", projectId });
}

/** @returns `false` if the rules have changed. */
async function reclassifyErrors(reclassification: Reclassification, matcher: Matcher): Promise<boolean> {
  const { db, projectId, ruleSet, signal } = reclassification;
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const samples = await samplesAfter(db, projectId, { after, limit: errorsAtOnce });
    const last = samples.at(-1);
    if (last === undefined) return true;
    const ruled = await ruledBy(ruleSet, matcher, samples);
    if (!(await storeMatches(reclassification, samples, ruled))) return false;
    after = last.id;
  }
}

async function storeMatches(
  reclassification: Reclassification,
  samples: readonly RuledSample[],
  ruled: readonly Ruled[],
): Promise<boolean> {
  const { db, projectId, ruleSet } = reclassification;
  const found = samples.map(({ id }, index) => ({ id, ...(ruled[index] as Ruled) }));
  const changed = found.filter(({ ruleIds, ruleLines }, index) => {
    const before = samples[index] as RuledSample;
    return String(ruleIds) !== String(before.ruleIds) || ruleLines.join("\n") !== before.ruleLines.join("\n");
  });
  if (
    changed.length > 0 &&
    !(await inTurn(reclassification, (transaction) => storeRuled(transaction, projectId, changed)))
  )
    return false;
  const scoped = new Set(scopedRules(ruleSet).map(({ id }) => id));
  const ids = samples.map(({ id }) => id);
  const matched = found.filter(({ ruleIds }) => ruleIds.some((id) => scoped.has(id))).map(({ id }) => id);
  return scopeErrors(reclassification, [...new Set([...matched, ...(await signaturesScoped(db, projectId, ids))])]);
}

/** Updates the failures of errors that a scoped rule matches or matched before. */
async function scopeErrors(reclassification: Reclassification, signatureIds: readonly number[]): Promise<boolean> {
  if (signatureIds.length === 0) return true;
  const { db, projectId, ruleSet, signal } = reclassification;
  const rules = scopedRules(ruleSet);
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const ids = await failuresOfSignatures(db, projectId, { signatureIds, after, limit: failuresAtOnce });
    const last = ids.at(-1);
    if (last === undefined) return true;
    const retained = await inTurn(reclassification, (transaction, revision) =>
      scopeFailuresById(transaction, { projectId, revision, rules }, ids),
    );
    if (!retained) return false;
    after = last;
  }
}

/** Updates causes whose class is or was set by a rule. */
async function reclassifyGroups(reclassification: Reclassification): Promise<boolean> {
  const { db, projectId, ruleSet, signal } = reclassification;
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const ids = await groupsWithRules(db, projectId, { after, limit: groupsAtOnce });
    const last = ids.at(-1);
    if (last === undefined) return true;
    const retained = await inTurn(reclassification, (transaction, revision) =>
      settleGroups(transaction, { projectId, revision, ruleSet }, ids),
    );
    if (!retained) return false;
    after = last;
  }
}

/**
 * Runs a write that is serialised per project.
 *
 * @returns `false` without a change if the rules have changed.
 */
function inTurn(
  { db, projectId, ruleSet }: Reclassification,
  write: (transaction: Db, revision: number) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const revision = await bumpRevision(transaction, "failure", projectId);
    if ((await rulesVersion(transaction, projectId)) !== ruleSet.version) return false;
    await write(transaction, revision);
    return true;
  });
}
