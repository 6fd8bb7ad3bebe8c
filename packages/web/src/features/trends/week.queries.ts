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

/** The key starts with that of the trends, because weeks are invalidated together with them. */
export function weekQuery(projectId: number, search: WeekSearch) {
  const query = filterOf(projectId, search);
  return queryOptions({
    queryKey: ["trends", projectId, "week", query],
    queryFn: async ({ signal }) => (await api.call(readWeek, { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** Returns the download link of a week's document. */
export async function weekLink(projectId: number, search: WeekSearch): Promise<string> {
  return (await api.call(linkWeek, { query: filterOf(projectId, search) })).data.url;
}
