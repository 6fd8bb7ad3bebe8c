import { ownAccountQuery } from "#lib/session/own-account.ts";
import { queryClient } from "#lib/api/query-client.ts";

/** Returns the time zone of the signed-in user; `undefined` to use the time zone of the device. */
export function currentTimeZone(): string | undefined {
  const timeZone = queryClient.getQueryData(ownAccountQuery.queryKey)?.timezone;
  return timeZone !== undefined && isKnown(timeZone) ? timeZone : undefined;
}

/** Returns the name of the time zone in which the server counts days. */
export function readerTimeZone(): string {
  return currentTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const known = new Map<string, boolean>();

/** The server may support time zones that this browser does not. */
function isKnown(timeZone: string): boolean {
  let response = known.get(timeZone);
  if (response === undefined) {
    response = isSupported(timeZone);
    known.set(timeZone, response);
  }
  return response;
}

function isSupported(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
