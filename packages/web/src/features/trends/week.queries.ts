import { linkWeek, readWeek } from "@plumb/contract/trends/week.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { WeekSearch } from "#lib/address/week-search.ts";
import { api } from "#lib/api/api.ts";
import { readerTimeZone } from "#lib/format/time-zone.ts";

function filterOf(projectId: number, { week, suite, owner }: WeekSearch) {
  return {
    projectId,
    week,
    timeZone: readerTimeZone(),
    suite: suite === undefined ? undefined : [...suite],
    owner: owner === undefined ? undefined : [...owner],
  };
}

/** With the trends of the project: what reads these again reads a week again as well. */
export function weekQuery(projectId: number, search: WeekSearch) {
  const query = filterOf(projectId, search);
  return queryOptions({
    queryKey: ["trends", projectId, "week", query],
    queryFn: async ({ signal }) => (await api.call(readWeek, { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** Where a browser saves the document of a week from. */
export async function weekLink(projectId: number, search: WeekSearch): Promise<string> {
  return (await api.call(linkWeek, { query: filterOf(projectId, search) })).data.url;
}
