import { causeSubject } from "./rule-message.ts";
import type { Db } from "#store/db.ts";
import { causesWithin } from "#store/failures/groups/merged-groups.ts";

/** Returns the subjects of a thread. Causes that were merged into another one share its thread. */
export async function subjectsOfThread(db: Db, projectId: number, subject: string): Promise<string[]> {
  const groupId = Number(/^cause:(\d+)$/.exec(subject)?.[1]);
  if (Number.isNaN(groupId)) return [subject];
  return (await causesWithin(db, projectId, groupId)).map(causeSubject);
}
