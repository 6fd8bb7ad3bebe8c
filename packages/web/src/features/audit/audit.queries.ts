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

/** The filter as a query. Days are in the given time zone, or in that of the device if it is `undefined`. */
export function auditRequest({ from, until, ...filter }: AuditFilter, timeZone: string | undefined) {
  return { ...filter, ...daySpan(from, until, timeZone) };
}

/** Pages of audit events, newest first. */
export function auditQuery(filter: AuditFilter, timeZone: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ["audit", { ...filter, timeZone }],
    queryFn: ({ pageParam, signal }) =>
      api.call(listAuditEvents, {
        query: {
          ...auditRequest(filter, timeZone),
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
