import { listProjectStates } from "@plumb/contract/projects/project-states.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

/** Pages of the user's projects by name, either those with a failing suite or the rest. Refetches every 30 s. */
export function projectStatesQuery(state: "failing" | "other", search: string) {
  return infiniteQueryOptions({
    queryKey: ["project-states", { state, search }],
    queryFn: ({ pageParam, signal }) =>
      api.call(listProjectStates, {
        query: { state, ...(search !== "" && { search }), ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 30_000,
  });
}
