/**
 * Formats a timestamp as `11 March 2026 at 10:00 UTC`.
 *
 * @param timeZone IANA name of the reader's time zone, or UTC if unknown.
 */
export function formatTimestamp(time: Date, timeZone: string): string {
  return time.toLocaleString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  });
}
