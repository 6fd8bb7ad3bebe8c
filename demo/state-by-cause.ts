import type { Client } from "@plumb/client/client.ts";
import { readEvidence } from "@plumb/contract/failures/decisions.ts";
import type { ListedResult } from "@plumb/contract/runs/results.ts";

/** Ids of the failed results of a report, by row. */
export type Failed = ReadonlyMap<string, number>;

/** Rows with the same name are separate tests, which `occurrence` distinguishes. */
export function rowOf({ testId, occurrence }: ListedResult): string {
  return `${testId} ${occurrence}`;
}

/** Returns the cause of a failed result; `null` if it has none. Each is read once. */
export type CauseOf = (resultId: number) => Promise<number | null>;

export function createCauseOf(client: Client): CauseOf {
  const causes = new Map<number, Promise<number | null>>();
  return (testCaseId) => {
    const cause =
      causes.get(testCaseId) ?? client.call(readEvidence, { params: { testCaseId } }).then(({ data }) => data.groupId);
    causes.set(testCaseId, cause);
    return cause;
  };
}

/**
 * Returns the state of a failed row by its definition, from the failures and causes of all reports: known if the test failed in the base for the same
 * cause; back if the test had the cause before, or if any test had it before and none in the base; otherwise new.
 */
export async function stateByCause(
  row: ListedResult,
  { base, earlier, causeOf }: { base: Failed; earlier: readonly Failed[]; causeOf: CauseOf },
): Promise<"back" | "known" | "new"> {
  const cause = await causeOf(row.id);
  const inBase = base.get(rowOf(row));
  if (inBase !== undefined && (await causeOf(inBase)) === cause) return "known";
  for (const failed of earlier) {
    const before = failed.get(rowOf(row));
    if (before !== undefined && (cause === null || (await causeOf(before)) === cause)) return "back";
  }
  if (cause === null) return "new";
  const hasCause = async (failed: Failed) => (await Promise.all([...failed.values()].map(causeOf))).includes(cause);
  if (await hasCause(base)) return "new";
  for (const failed of earlier) if (await hasCause(failed)) return "back";
  return "new";
}
