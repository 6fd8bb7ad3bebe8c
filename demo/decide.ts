import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@plumb/client/client.ts";
import { reclassifyMany } from "@plumb/contract/failures/decisions.ts";
import { listFailureGroups, readDefectSummary } from "@plumb/contract/failures/failures.ts";

const lookEveryMs = 500;
const patienceMs = 120_000;

/** What a shop's people found out: the engine took it for a wrong assertion, and refunds really stayed pending. */
const found = { error: "Refund pending", primaryClass: "Application Defect", subClass: "A1" } as const;

/** Says of one cause what it really is, once all failures are gathered: the next ones follow. */
export async function decideOneCause(client: Client, projectId: number): Promise<void> {
  const params = { projectId };
  const query = { timeWindow: "90" } as const;
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(lookEveryMs)) {
    const { data } = await client.call(readDefectSummary, { params, query });
    if (data.pendingRuns === 0) break;
  }
  const { data: groups } = await client.call(listFailureGroups, { params, query: { ...query, limit: 200 } });
  const cause = groups.find(({ representativeError }) => representativeError.includes(found.error));
  if (cause === undefined) return;
  const { primaryClass, subClass } = found;
  await client.call(reclassifyMany, { params, body: { primaryClass, subClass, groupIds: [cause.id] } });
}
