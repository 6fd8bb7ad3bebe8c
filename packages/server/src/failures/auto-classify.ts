import type { Db } from "#store/db.ts";
import { bumpRevision } from "#store/sql/revisions.ts";
import { storeVerdicts, type KnownSignature, samplesOfGroups } from "#store/failures/signatures.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";
import { theAnalyst } from "./analyst.ts";
import { queueReview } from "./update-incidents.ts";
import { ruleSetOf } from "./rules/rule-set.ts";
import { settleGroups } from "./settle-groups.ts";

type Classified = Pick<KnownSignature, "id" | "verdict">;

/** Classifies causes without a class again, because rules or the model may have changed since their errors were first seen. */
export async function autoClassify(
  db: Db,
  { projectId, now }: { readonly projectId: number; readonly now: Date },
  groupIds: readonly number[],
): Promise<void> {
  const analyst = theAnalyst();
  const classified: Classified[] = [];
  for (const { id, ...sample } of await samplesOfGroups(db, projectId, groupIds)) {
    await yieldToEventLoop(classified.length);
    classified.push({ id, verdict: analyst.analyse(sample).verdict });
  }
  await db.transaction().execute(async (transaction) => {
    const revision = await bumpRevision(transaction, "failure", projectId);
    await storeVerdicts(transaction, projectId, classified);
    const ruleSet = await ruleSetOf(transaction, projectId);
    await settleGroups(transaction, { projectId, revision, ruleSet }, groupIds);
    await queueReview(transaction, projectId, now);
  });
}
