import { type AuditAction, listAuditEvents } from "@plumb/contract/administration/audit.ts";
import { listUsers } from "@plumb/contract/people/users.ts";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { daySpan } from "@plumb/contract/day-span.ts";
import { api } from "#lib/api/api.ts";

const pageSize = 50;
const suggestions = 8;

export interface AuditFilter {
  /** Email address. */
  readonly actor: string | undefined;
  readonly action: AuditAction | undefined;
  readonly projectId: number | undefined;
  /** First and last day, `2030-01-31`. */
  readonly from: string | undefined;
  readonly until: string | undefined;
}

/** Pages of audit events, newest first. Days are in the given time zone, or in that of the device if it is `undefined`. */
export function auditQuery({ actor, action, projectId, from, until }: AuditFilter, timeZone: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ["audit", { actor, action, projectId, from, until, timeZone }],
    queryFn: ({ pageParam, signal }) =>
      api.call(listAuditEvents, {
        query: {
          actor,
          action,
          projectId,
          ...daySpan(from, until, timeZone),
          limit: pageSize,
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** Accounts' email addresses that match the typed text. */
export function actorsQuery(typed: string) {
  return queryOptions({
    queryKey: ["users", "addresses", typed],
    queryFn: async ({ signal }) => {
      const { data } = await api.call(listUsers, { query: { search: typed, limit: suggestions }, signal });
      return data.map(({ email }) => email);
    },
    placeholderData: keepPreviousData,
  });
}
