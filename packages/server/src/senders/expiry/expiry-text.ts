import { dayMs } from "@plumb/contract/durations.ts";
import { formatCalendarDay } from "@plumb/contract/figures.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { dayIn } from "#core/local-time.ts";
import type { ExpiringConnector } from "#store/integrations/connector-expiry.ts";
import { formatTimestamp } from "#senders/people/timestamp.ts";

/** Returns the title and the message about credentials that expire, with times in the reader's time zone. */
export function expiryText(
  { type, projectName, reportedAt, lastDay, end }: ExpiringConnector,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): { readonly title: string; readonly message: string } {
  const { name } = connectors[type];
  const account = projectName === null ? "The account of this server" : `The account of ${projectName}`;
  const isEntered = reportedAt === null && lastDay !== null;
  const last = isEntered ? lastDay : dayIn(timeZone, end);
  const when = isEntered ? formatCalendarDay(lastDay) : formatTimestamp(end, timeZone);
  const renew = "Create new credentials in the service, and enter them in the settings of the connector";
  if (end <= now)
    return {
      title: `The credentials of ${name} have expired`,
      message: `${account} could be used until ${when}. ${renew}. What could not be sent waits until then.`,
    };
  const days = Math.round((Date.parse(last) - Date.parse(dayIn(isEntered ? "UTC" : timeZone, now))) / dayMs);
  return {
    title: `The credentials of ${name} expire ${days <= 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`}`,
    message: `${account} can be used until ${when}. ${renew} before.`,
  };
}
