import { dayMs } from "@plumb/contract/durations.ts";
import { expiryText } from "./expiry-text.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { recordReportedExpiry } from "#connectors/bindings/reported-expiry.ts";
import type { Context } from "#core/context.ts";
import { publish, writeNotifications } from "#inbox/notify.ts";
import {
  claimExpiryNotice,
  type ExpiringConnector,
  expiringConnectors,
  expiryRecipients,
} from "#store/integrations/connector-expiry.ts";
import { allConnectorRows } from "#store/integrations/connectors.ts";
import type { StoredNotification } from "#store/people/notifications.ts";

/** Days before the end at which recipients are notified, and 0 for afterwards. */
const notices = [0, 3, 14] as const;

/**
 * Notifies administrators and project leads 14 and 3 days before credentials expire, and afterwards. First reads the ends that services report, because a
 * token may have been extended there.
 */
export async function notifyExpiring(context: Context, signal: AbortSignal): Promise<void> {
  const { db } = context;
  for (const row of await allConnectorRows(db)) {
    if (signal.aborted) return;
    if (connectors[row.type].readExpiry !== undefined) await recordReportedExpiry(context, row);
  }
  const now = context.clock();
  for (const connector of await expiringConnectors(db, new Date(midnight(now) + 15 * dayMs))) {
    if (signal.aborted) return;
    const days = notices.find((one) => isDue(connector.end, one, now));
    if (days === undefined) continue;
    publish(context, await db.transaction().execute((transaction) => write(transaction, { connector, days, now })));
  }
}

/** Counts calendar days, because the job runs at another time of the day than credentials expire. */
function isDue(end: Date, days: number, now: Date): boolean {
  return days === 0 ? end <= now : midnight(end) - midnight(now) <= days * dayMs;
}

function midnight(time: Date): number {
  return time.getTime() - (time.getTime() % dayMs);
}

async function write(
  transaction: Context["db"],
  { connector, days, now }: { connector: ExpiringConnector; days: number; now: Date },
): Promise<readonly StoredNotification[]> {
  if (!(await claimExpiryNotice(transaction, connector, days))) return [];
  const { projectId, projectName } = connector;
  const written: StoredNotification[] = [];
  for (const { userId, timeZone } of await expiryRecipients(transaction, projectId)) {
    const notice = {
      ...expiryText(connector, { now, timeZone }),
      topic: "connections",
      type: days === 0 ? "error" : "warning",
      metadata: projectName === null ? {} : { projectName },
      ...(projectId === null
        ? { actionUrl: "/connectors" }
        : { projectId, actionUrl: `/settings?tab=connections&project=${projectId}` }),
    } as const;
    written.push(...(await writeNotifications(transaction, { userIds: [userId] }, notice, now)));
  }
  return written;
}
