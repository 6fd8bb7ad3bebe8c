import type { Client } from "@plumb/client/client.ts";
import { reclassifyMany } from "@plumb/contract/failures/decisions.ts";
import { listFailureGroups } from "@plumb/contract/failures/failures.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";

/**
 * Classes that users assign to causes, by a part of the error. In four of five cases they confirm the engine's class, which is about how often it is right
 * (docs/accuracy.md).
 */
const found: readonly (readonly [error: string, primaryClass: FailureClass, subClass: string])[] = [
  ["ERR_CONNECTION_REFUSED at https://staging", "Environment Issue", "E1"],
  ["unknown error: net::ERR_CONNECTION_REFUSED", "Environment Issue", "E1"],
  ["connect ECONNREFUSED", "Environment Issue", "E1"],
  ["received 503", "Environment Issue", "E6"],
  ["received 429", "Environment Issue", "E6"],
  ["could not start a new session", "Environment Issue", "E3"],
  ["strict mode violation", "Automation Script Error", "S2"],
  ["stale element", "Automation Script Error", "S3"],
  ["bottom-sheet", "Automation Script Error", "S1"],
  ["because the page updated", "Automation Script Error", "S6"],
  ['expected "number"', "Application Defect", "A2"],
  ["received 79", "Application Defect", "A2"],
  // The engine takes these for errors of the scripts: vouchers were not deducted, searches with accents found nothing, and the sandbox of the payment
  // provider was down again.
  ["order-total", "Application Defect", "A1"],
  ["getByTestId('product')", "Application Defect", "A2"],
  ["Thank you", "Environment Issue", "E6"],
];

/** Sets the classes of causes. All failures must be grouped. */
export async function decideCauses(client: Client, projectId: number): Promise<void> {
  const params = { projectId };
  const query = { timeWindow: "90" } as const;
  const { data: groups } = await client.call(listFailureGroups, { params, query: { ...query, limit: 200 } });
  for (const [error, primaryClass, subClass] of found) {
    const cause = groups.find(({ representativeError: output }) => output.toLowerCase().includes(error.toLowerCase()));
    if (cause === undefined) continue;
    await client.call(reclassifyMany, { params, body: { primaryClass, subClass, groupIds: [cause.id] } });
  }
}
