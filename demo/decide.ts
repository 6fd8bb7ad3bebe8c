import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@plumb/client/client.ts";
import { reclassifyMany } from "@plumb/contract/failures/decisions.ts";
import { listFailureGroups, readDefectSummary } from "@plumb/contract/failures/failures.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";

const lookEveryMs = 500;
const timeoutMs = 120_000;

/** Classes that users assign to causes, by a part of the error. For half of the causes they confirm the engine's class. */
const found: readonly (readonly [error: string, primaryClass: FailureClass, subClass: string])[] = [
  ["ERR_CONNECTION_REFUSED at https://staging", "Environment Issue", "E1"],
  ["connect ECONNREFUSED", "Environment Issue", "E1"],
  ["received 503", "Environment Issue", "E6"],
  ["could not start a new session", "Environment Issue", "E3"],
  ["strict mode violation", "Automation Script Error", "S2"],
  ["stale element", "Automation Script Error", "S3"],
  ["bottom-sheet", "Automation Script Error", "S1"],
  // Application defects: refunds stayed pending, vouchers were not deducted, and searches with accents found nothing.
  ["Refund pending", "Application Defect", "A1"],
  ["order-total", "Application Defect", "A1"],
  ["getByTestId('product')", "Application Defect", "A2"],
  // The sandbox of the payment provider was down again, and accounts of earlier runs still existed.
  ["Thank you", "Environment Issue", "E6"],
  ["received 409", "Test Data Issue", "D2"],
];

/** Waits until all failures are grouped, and then sets the classes of causes. */
export async function decideCauses(client: Client, projectId: number): Promise<void> {
  const params = { projectId };
  const query = { timeWindow: "90" } as const;
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(lookEveryMs)) {
    const { data } = await client.call(readDefectSummary, { params, query });
    if (data.pendingRuns === 0) break;
  }
  const { data: groups } = await client.call(listFailureGroups, { params, query: { ...query, limit: 200 } });
  for (const [error, primaryClass, subClass] of found) {
    const cause = groups.find(({ representativeError: output }) => output.toLowerCase().includes(error.toLowerCase()));
    if (cause === undefined) continue;
    await client.call(reclassifyMany, { params, body: { primaryClass, subClass, groupIds: [cause.id] } });
  }
}
