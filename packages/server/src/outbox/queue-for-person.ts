import { WeekSummary } from "@plumb/contract/trends/week.ts";
import { z } from "zod";
import { queueDeliveries } from "./queue.ts";
import type { Db } from "#store/db.ts";
import { createMailDestination, mailDestination } from "#store/outbox/destinations.ts";

/** Content of a delivery to a user. It names what is mailed, so that the mail shows its current state. */
export const PersonalMail = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("notification"), userId: z.number().int(), notificationId: z.number().int() }),
  z.object({ kind: z.literal("daily"), userId: z.number().int(), notificationIds: z.array(z.number().int()) }),
  z.object({
    kind: z.literal("week"),
    userId: z.number().int(),
    projectId: z.number().int(),
    week: WeekSummary,
    origin: z.string(),
  }),
]);
export type PersonalMail = z.infer<typeof PersonalMail>;

/** Queues a mail to a user, once per key. */
export async function queueForPerson(
  transaction: Db,
  { key, content, now }: { key: string; content: PersonalMail; now: Date },
): Promise<void> {
  const { projectId, kind, targetId } = mailDestination;
  await createMailDestination(transaction);
  await queueDeliveries(transaction, {
    projectId,
    kind,
    targetIds: [targetId],
    event: "message",
    key,
    runId: null,
    body: JSON.stringify(content),
    now,
  });
}
