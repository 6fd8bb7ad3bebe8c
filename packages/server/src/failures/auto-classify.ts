import { setImmediate as turn } from "node:timers/promises";
import type { Db } from "#store/db.ts";
import { moveFailures } from "#store/failures/gathering.ts";
import { classifyGroup, groupsById } from "#store/failures/groups.ts";
import { keepVerdicts, type KnownSignature, samplesOfGroups } from "#store/failures/signatures.ts";
import { theAnalyst } from "./analyst.ts";
import { groupClass } from "./group-class.ts";

/** Errors between two looks at what else the server has to do. */
const turnEvery = 50;

type Judged = Pick<KnownSignature, "groupId" | "id" | "signature" | "verdict">;

/** Looks again at groups without a class: rules and model may know more than when their errors were met. */
export async function autoClassify(db: Db, projectId: number, groupIds: readonly number[]): Promise<void> {
  const analyst = theAnalyst();
  const judged: Judged[] = [];
  for (const { id, groupId, signature, ...sample } of await samplesOfGroups(db, projectId, groupIds)) {
    if (judged.length % turnEvery === turnEvery - 1) await turn();
    judged.push({ id, groupId, signature, verdict: analyst.analyse(sample).verdict });
  }
  await db.transaction().execute(async (transaction) => {
    const revision = await moveFailures(transaction, projectId);
    await keepVerdicts(transaction, projectId, judged);
    const byGroup = Map.groupBy(judged, ({ groupId }) => groupId);
    // Somebody may have said something meanwhile.
    for (const { id, class: said } of await groupsById(transaction, projectId, groupIds))
      if (said === null)
        await classifyGroup(transaction, projectId, id, { ...groupClass(byGroup.get(id) ?? []), revision });
  });
}
