import { dayMs, hourMs } from "@plumb/contract/durations.ts";
import type { ClassFilter, FailureWindow } from "@plumb/contract/failures/failure-window.ts";
import { searchWords } from "@plumb/contract/text/search-words.ts";
import { daySpan } from "@plumb/contract/day-span.ts";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { refusedFields } from "#core/api-error.ts";
import { type Caller, zoneOf } from "#http/caller.ts";
import { excludedValues } from "@plumb/contract/query/excluded-values.ts";
import type { FailureFilter } from "#read-models/failures/failure-filter.ts";
import { unclassified } from "#read-models/failures/failure-index.ts";
import type { FailureSelection } from "#read-models/failures/failure-selection.ts";

const lengths = {
  "1h": hourMs,
  "8h": 8 * hourMs,
  "1d": dayMs,
  "7": 7 * dayMs,
  "30": 30 * dayMs,
  "60": 60 * dayMs,
  "90": 90 * dayMs,
} as const;

interface WindowRequest extends FailureWindow {
  readonly class?: ClassFilter | undefined;
  readonly groupId?: number | undefined;
}

/** Converts a query to a selection, with its times and search words resolved. */
export function selectionOf(
  query: WindowRequest,
  { projectId, caller, now }: { readonly projectId: number; readonly caller: Caller; readonly now: Date },
): FailureSelection {
  const { timeWindow, startDate, endDate, timeZone, testSearch = "", runs, incident, class: name, groupId } = query;
  return {
    projectId,
    ...(timeWindow === "custom"
      ? between(startDate, endDate, timeZone ?? zoneOf(caller))
      : { from: now.getTime() - lengths[timeWindow], until: null }),
    words: searchWords(testSearch),
    runIds: runs,
    incidentId: incident,
    class: name === undefined ? undefined : indexOf(name),
    groupId,
    filter: filterOf(query, caller),
  };
}

function filterOf(query: WindowRequest, caller: Caller): FailureFilter {
  const { suite, environment, branch, framework, tag, fact, browser, owner, not, mine = false } = query;
  if (mine && caller.kind !== "user") throw refusedFields({ mine: "An API key owns no tests. Use `owner` instead." });
  return {
    suite,
    environment,
    branch,
    framework,
    tag,
    fact,
    browser,
    owner,
    not: not && excludedValues(not),
    mine: mine && caller.kind === "user" ? caller.user.id : undefined,
  };
}

function indexOf(name: ClassFilter): number {
  return name === "Unclassified" ? unclassified : failureClasses.indexOf(name);
}

function between(first: string | undefined, last: string | undefined, zone: string) {
  const span = daySpan(first, last, zone);
  const from = span.from ?? first;
  const until = span.until ?? last;
  return {
    from: from === undefined ? null : Date.parse(from),
    // The end is exclusive: adds one millisecond to a timestamp, and nothing to the midnight after a day.
    until: until === undefined ? null : Date.parse(until) + (span.until === undefined ? 1 : 0),
  };
}

/** Returns the previous window of the same length; `null` for a window without a start. */
export function windowBefore(selection: FailureSelection, now: Date): FailureSelection | null {
  const { from, until } = selection;
  if (from === null) return null;
  return { ...selection, from: from - ((until ?? now.getTime()) - from), until: from };
}
