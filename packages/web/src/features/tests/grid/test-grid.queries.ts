import { readTestGrid } from "@plumb/contract/tests/test-grid.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { TestGridSearch } from "#lib/address/test-grid-search.ts";
import { api } from "#lib/api/api.ts";
import { readerTimeZone } from "#lib/format/time-zone.ts";
import { filterQuery } from "#features/tests/tests.queries.ts";

export function testGridQuery(projectId: number, { view, by, cause, incident, ...filters }: TestGridSearch) {
  const query = {
    by,
    view,
    cause,
    incident,
    ...filterQuery(filters),
    timeZone: by === "day" ? readerTimeZone() : undefined,
  };
  return queryOptions({
    queryKey: ["tests", projectId, "grid", query],
    queryFn: async ({ signal }) => (await api.call(readTestGrid, { params: { projectId }, query, signal })).data,
    placeholderData: keepPreviousData,
  });
}
