import type { TrendGroup } from "@plumb/contract/trends/trend-filter.ts";
import type { LinkProps } from "@tanstack/react-router";
import { type TrendSearch, trendFilters } from "#lib/address/trend-search.ts";
import { counted, cut, formatRate } from "#lib/format/format.ts";
import type { Callout } from "#ui/charts/time-series.ts";
import type { ExplainedDip } from "./explained-dips.ts";
import { reportsOf, type TrendPoint } from "./trend-points.ts";
import { axisLabel } from "./trend-texts.ts";

const maxName = 50;

/** Returns the filters of the dip's suite. */
export function searchOfDip({ suite }: Pick<ExplainedDip, "suite">, search: TrendSearch): TrendSearch {
  return suite === null ? search : { ...search, suite: [suite] };
}

/** Returns the parameters of Failure Analysis for the failures of a dip. */
export function failuresOfDip({ period, suite }: Pick<ExplainedDip, "period" | "suite">, search: TrendSearch) {
  const of = searchOfDip({ suite }, search);
  const filters = Object.fromEntries(trendFilters.map((name) => [name, of[name]]));
  return { ...filters, window: "custom", startDate: period.from, endDate: period.to } as const;
}

/** Returns `91.2% first attempt`, with the suite if there are several. */
function rateText({ rate, suite, isFirstAttempt }: ExplainedDip): string {
  const text = `${formatRate(rate)}${isFirstAttempt ? " first attempt" : ""}`;
  return suite === null ? text : `${cut(suite, maxName)} ${text}`;
}

/** Returns the stored reason of a dip and the page with it. Without one, there are only the metrics and the reports. */
function reasonOf(dip: ExplainedDip, search: TrendSearch): { readonly text: string | null; readonly link: LinkProps } {
  const { events, failures, incidents = [] } = dip;
  const outage = events.find(({ kind }) => kind === "outage");
  const [incident] = incidents;
  const window = failuresOfDip(dip, search);
  if (incident !== undefined) {
    const tests = counted(incident.tests, "test");
    return {
      // Both are facts; whether the outage caused the incident is not stored.
      text:
        outage === undefined
          ? `incident ${cut(incident.name, maxName)}, ${tests}`
          : `outage ${cut(outage.title, maxName)}, incident of ${tests}`,
      link: { to: "/defects", search: { ...window, incident: incident.id } },
    };
  }
  const causes = failures === undefined || failures.groups === 0 ? null : failures;
  const link = causes === null ? reportsLink(dip, search) : ({ to: "/defects", search: window } as const);
  if (outage !== undefined) return { text: `outage ${cut(outage.title, maxName)}`, link };
  if (causes === null) return { text: null, link };
  return {
    text: causes.newGroups > 0 ? counted(causes.newGroups, "new cause") : counted(causes.groups, "known cause"),
    link,
  };
}

function reportsLink(dip: ExplainedDip, search: TrendSearch): LinkProps {
  return { to: "/reports", search: reportsOf(dip.period, searchOfDip(dip, search)) };
}

/** Returns a label for each dip at its point: `24 Nov · 91% first attempt · outage Payment sandbox, incident of 8 tests`. */
export function dipCallouts(
  dips: readonly ExplainedDip[],
  points: readonly TrendPoint[],
  { search, groupBy }: { readonly search: TrendSearch; readonly groupBy: TrendGroup },
): Callout[] {
  return dips.flatMap((dip) => {
    const point = points.findIndex(({ period }) => period.from === dip.period.from);
    const period = points[point]?.period;
    const value = dip.isFirstAttempt ? period?.first_attempt_pass_rate : period?.pass_rate;
    if (period === undefined || value === undefined || value === null) return [];
    const { text, link } = reasonOf(dip, search);
    const parts = [axisLabel(period, groupBy), rateText(dip), ...(text === null ? [] : [text])];
    return [{ point, value, text: parts.join(" · "), link }];
  });
}
