/** Time zones to choose from, by IANA name: UTC and eighteen regions. */
export const timeZoneGroups: readonly { readonly region: string; readonly zones: readonly TimeZone[] }[] = [
  { region: "Universal", zones: [{ id: "UTC", name: "UTC" }] },
  {
    region: "US",
    zones: [
      { id: "America/New_York", name: "Eastern Time (New York)" },
      { id: "America/Chicago", name: "Central Time (Chicago)" },
      { id: "America/Denver", name: "Mountain Time (Denver)" },
      { id: "America/Los_Angeles", name: "Pacific Time (Los Angeles)" },
    ],
  },
  {
    region: "Canada",
    zones: [
      { id: "America/Toronto", name: "Toronto" },
      { id: "America/Vancouver", name: "Vancouver" },
    ],
  },
  {
    region: "Europe",
    zones: [
      { id: "Europe/London", name: "London" },
      { id: "Europe/Paris", name: "Paris" },
      { id: "Europe/Berlin", name: "Berlin" },
      { id: "Europe/Athens", name: "Athens" },
    ],
  },
  {
    region: "Asia",
    zones: [
      { id: "Asia/Dubai", name: "Dubai" },
      { id: "Asia/Kolkata", name: "Kolkata" },
      { id: "Asia/Singapore", name: "Singapore" },
      { id: "Asia/Shanghai", name: "Shanghai" },
      { id: "Asia/Tokyo", name: "Tokyo" },
    ],
  },
  {
    region: "Australia",
    zones: [
      { id: "Australia/Perth", name: "Perth" },
      { id: "Australia/Sydney", name: "Sydney" },
    ],
  },
  { region: "Pacific", zones: [{ id: "Pacific/Auckland", name: "Auckland" }] },
];

interface TimeZone {
  readonly id: string;
  readonly name: string;
}

/** Uses the IANA name for time zones outside the list. */
function timeZoneName(id: string): string {
  return timeZoneGroups.flatMap(({ zones }) => zones).find((zone) => zone.id === id)?.name ?? id;
}

/**
 * Returns a label such as `Berlin (UTC+02:00)` with the current offset, which changes with daylight saving time. Omits an unknown
 * offset.
 */
export function timeZoneLabel(id: string, nowMs: number): string {
  const name = timeZoneName(id);
  const offset = id === "UTC" ? "+00:00" : offsetOf(id, nowMs);
  return offset === null ? name : `${name} (UTC${offset})`;
}

/** Returns the offset, such as `+05:30`; `null` if this browser does not support the time zone. */
function offsetOf(timeZone: string, nowMs: number): string | null {
  try {
    const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(nowMs);
    const written = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    return written === "GMT" ? "+00:00" : (/^GMT([+-]\d\d:\d\d)/.exec(written)?.[1] ?? null);
  } catch {
    return null;
  }
}

/** Returns whether the list contains the time zone. */
export function isListed(id: string): boolean {
  return timeZoneGroups.some(({ zones }) => zones.some((zone) => zone.id === id));
}

const halfYearMs = 182 * 24 * 60 * 60 * 1000;

/** Returns whether times in this zone equal those in UTC, in summer and winter. */
export function isLikeUtc(id: string, nowMs: number): boolean {
  return [nowMs, nowMs + halfYearMs].every((timeMs) => offsetOf(id, timeMs) === "+00:00");
}
