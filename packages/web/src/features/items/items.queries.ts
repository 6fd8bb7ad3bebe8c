import type { CallOptions } from "@plumb/client/client.ts";
import { readAnnotation } from "@plumb/contract/items/annotation-parts.ts";
import {
  type Annotation,
  listAnnotations,
  listTestCaseOptions,
  readAnnotationSummary,
  readOwnAnnotations,
} from "@plumb/contract/items/annotations.ts";
import { openStatuses } from "@plumb/contract/items/item-labels.ts";
import { listSavedFilters } from "@plumb/contract/items/saved-filters.ts";
import { listAssignableMembers } from "@plumb/contract/projects/members.ts";
import { searchProject } from "@plumb/contract/projects/search.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ItemSearch } from "#lib/address/item-search.ts";
import { usualPageSize } from "#lib/address/item-search.ts";
import { api } from "#lib/api/api.ts";
import { cut, formatTimestamp } from "#lib/format/format.ts";

/** Key of all queries about a project's analysis items. */
export function itemsKey(projectId: number) {
  return ["items", projectId] as const;
}

/** Key of the list pages. */
export function itemListsKey(projectId: number) {
  return [...itemsKey(projectId), "list"] as const;
}

/** Returns the query parameters of a filter. */
export function itemFilterQuery({
  q,
  status,
  type,
  priority,
  assignee,
  creator,
  overdue,
  run,
  test,
  group,
}: ItemSearch) {
  return {
    search: q?.trim(),
    status: status === "todo" ? openStatuses.join(",") : status,
    type,
    priority,
    assignee,
    creator,
    overdue: overdue === true ? "true" : undefined,
    testRunId: run,
    testId: test,
    groupId: group,
  };
}

/** Returns the query parameters of a filter and an order. */
export function itemOrderQuery(search: ItemSearch) {
  return { ...itemFilterQuery(search), sortBy: search.sortBy, sortOrder: search.sortOrder };
}

export function itemsQuery(projectId: number, search: ItemSearch) {
  const size = search.size ?? usualPageSize;
  const query = {
    ...itemOrderQuery(search),
    limit: size,
    offset: ((search.page ?? 1) - 1) * size,
  };
  return listOf(projectId, query);
}

/** Maximum number of items in a column of the board. */
const columnSize = 50;

export function itemColumnQuery(projectId: number, search: ItemSearch, status: string) {
  return listOf(projectId, { ...itemOrderQuery(search), status, limit: columnSize });
}

/** Ids of the possible subjects of an item. */
export interface ItemSubjectIds {
  readonly testRunId?: number;
  readonly testCaseId?: number;
  readonly testId?: number;
  readonly groupId?: number;
}

/** Items about a report, a test or a cause, newest first. */
export function subjectItemsQuery(projectId: number, subject: ItemSubjectIds, limit = 50) {
  return listOf(projectId, { ...subject, limit });
}

/** Items about a test, and those about the causes of its failures. */
export function relatedItemsQuery(projectId: number, subject: ItemSubjectIds, limit: number) {
  return listOf(projectId, { ...subject, includeCauses: true, limit });
}

/** Items about the causes of a report's failures, one per cause: an unfinished one, otherwise the newest one. */
export function causeItemsQuery(projectId: number, reportId: number) {
  return {
    ...listOf(projectId, { testRunId: reportId, includeCauses: true, limit: 100 }),
    select: ({ annotations }: { annotations: readonly Annotation[] }) => itemByCause(annotations),
  };
}

/** @param items Newest first. */
function itemByCause(items: readonly Annotation[]): ReadonlyMap<number, Annotation> {
  const found = new Map<number, Annotation>();
  for (const item of items.toReversed()) {
    const groupId = item.subject?.groupId ?? null;
    if (groupId === null) continue;
    const known = found.get(groupId);
    if (known === undefined || isOpen(item) || !isOpen(known)) found.set(groupId, item);
  }
  return found;
}

export function isOpen({ status }: Annotation): boolean {
  return (openStatuses as readonly string[]).includes(status);
}

type ListQuery = Exclude<CallOptions<typeof listAnnotations>["query"], undefined>;

function listOf(projectId: number, query: ListQuery) {
  return queryOptions({
    queryKey: [...itemListsKey(projectId), query],
    queryFn: async ({ signal }) => (await api.call(listAnnotations, { params: { projectId }, query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

export function itemSummaryQuery(projectId: number) {
  return queryOptions({
    queryKey: [...itemsKey(projectId), "summary"],
    queryFn: async ({ signal }) => (await api.call(readAnnotationSummary, { params: { projectId }, signal })).data,
  });
}

/** Number of unfinished items assigned to the user. */
export function ownItemsQuery(projectId: number) {
  return queryOptions({
    queryKey: [...itemsKey(projectId), "mine"],
    queryFn: async ({ signal }) => (await api.call(readOwnAnnotations, { params: { projectId }, signal })).data,
    staleTime: 60_000,
  });
}

/** The key contains only the id of the item, because a link may not contain the project. */
export function itemQuery(annotationId: number) {
  return queryOptions({
    queryKey: ["item", annotationId],
    queryFn: async ({ signal }) => (await api.call(readAnnotation, { params: { annotationId }, signal })).data,
  });
}

/** Possible assignees of an item. */
export function assigneesQuery(projectId: number) {
  return queryOptions({
    queryKey: ["project", projectId, "members", "assignable"],
    queryFn: async ({ signal }) => (await api.call(listAssignableMembers, { params: { projectId }, signal })).data,
    staleTime: 60_000,
  });
}

export const visibleTestCases = 100;

/** Tests of a report to choose from, limited to the size of a list. */
export function testCaseOptionsQuery(reportId: number, search: string) {
  return queryOptions({
    queryKey: ["item-test-cases", reportId, search],
    queryFn: async ({ signal }) =>
      (
        await api.call(listTestCaseOptions, {
          params: { reportId },
          query: { search: search.trim() === "" ? undefined : search.trim(), limit: visibleTestCases },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
  });
}

export function savedFiltersQuery(projectId: number) {
  return queryOptions({
    queryKey: ["item-filters", projectId],
    queryFn: ({ signal }) => api.call(listSavedFilters, { params: { projectId }, signal }),
  });
}

/** A possible subject of an item. */
export interface FoundSubject {
  readonly kind: "run" | "test" | "group";
  readonly id: number;
  readonly name: string;
}

const visibleSubjects = 20;

/** Reports, tests or causes of a project that match all words. */
export function foundSubjectsQuery(projectId: number, kind: FoundSubject["kind"], search: string) {
  return queryOptions({
    queryKey: ["item-subjects", projectId, kind, search],
    queryFn: async ({ signal }): Promise<FoundSubject[]> => {
      const query = { q: search, limit: visibleSubjects };
      const { reports, tests, groups } = (await api.call(searchProject, { params: { projectId }, query, signal })).data;
      if (kind === "group") return groups.map(({ id, message }) => ({ kind, id, name: cut(message, 160) }));
      if (kind === "test")
        return tests.map(({ id, titlePath, variant }) => ({
          kind,
          id,
          name: cut([titlePath.join(" › "), variant].filter((part) => part !== "").join(" · "), 160),
        }));
      return reports.map(({ id, number, testSuite, environment, startTime }) => ({
        kind,
        id,
        name: `${cut(testSuite, 60)} #${number} · ${cut(environment, 30)} · ${formatTimestamp(startTime)}`,
      }));
    },
    placeholderData: keepPreviousData,
  });
}
