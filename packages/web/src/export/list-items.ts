import { searchedText, searchWords } from "@plumb/contract/text/search-words.ts";
import type { HtmlExportRow } from "@plumb/contract/runs/html-export.ts";
import type { GroupBy, ResultFilter, ResultGroup } from "@plumb/contract/runs/results.ts";
import type { Grouping } from "#lib/address/report-search.ts";

/** A row with its position in the export, or the header of a group. */
export type ListItem =
  | { readonly kind: "row"; readonly row: HtmlExportRow; readonly place: number }
  | { readonly kind: "group"; readonly group: ResultGroup };

/** A test with its searchable text. */
export interface SearchableRow {
  readonly row: HtmlExportRow;
  readonly place: number;
  readonly text: string;
}

export function searchable(row: HtmlExportRow, index: number): SearchableRow {
  const { file, titlePath, variant, author, errorLine } = row;
  return { row, place: index, text: searchedText([file, ...titlePath, variant, author, errorLine].join("\n")) };
}

/**
 * Applies the same filters as the server: flaky tests also count as passed, and every word must occur in the file, titles,
 * variant, author or error.
 */
export function matching(
  rows: readonly SearchableRow[],
  status: ResultFilter | undefined,
  search: string | undefined,
): readonly SearchableRow[] {
  const words = searchWords(search);
  if (status === undefined && words.length === 0) return rows;
  return rows.filter(
    ({ row, text }) => (status === undefined || hasOutcome(row, status)) && words.every((word) => text.includes(word)),
  );
}

function hasOutcome({ flaky, status }: HtmlExportRow, requested: ResultFilter): boolean {
  if (requested === "flaky") return flaky;
  if (requested === "running") return status === "announced" || status === "running";
  return requested === "firstPassed" ? status === "passed" && !flaky : status === requested;
}

const none = "~";

const keyOf: Readonly<Record<GroupBy, (row: HtmlExportRow) => string | null>> = {
  file: ({ file, titlePath }) => file ?? (titlePath.length > 1 ? (titlePath[0] ?? null) : null),
  browser: ({ browser }) => browser,
  failure: ({ failureSignature }) => failureSignature,
};

/**
 * Returns the rows with a header for each group, in the order of the server: groups with new failures first, then by number of
 * failures, and tests without a key last. Omits the rows of collapsed groups.
 */
export function listItems(
  rows: readonly SearchableRow[],
  grouping: Grouping,
  folded: ReadonlySet<string>,
): readonly ListItem[] {
  if (grouping === "flat") return rows.map(({ row, place }) => ({ kind: "row", row, place }));
  const groups = [...Map.groupBy(rows, ({ row }) => keyOf[grouping](row) ?? none)].map(([key, members]) => ({
    group: groupOf(key, members),
    members,
  }));
  return groups
    .toSorted(
      ({ group: a }, { group: b }) =>
        Number(a.key === none) - Number(b.key === none) ||
        b.newFailures - a.newFailures ||
        b.backAgain - a.backAgain ||
        broken(b) - broken(a),
    )
    .flatMap(({ group, members }): ListItem[] => [
      { kind: "group", group },
      ...(folded.has(group.key) ? [] : members.map(({ row, place }) => ({ kind: "row" as const, row, place }))),
    ]);
}

interface Folding {
  /** Whether groups are folded, by key, as far as the user changed it. */
  readonly changed: ReadonlyMap<string, boolean>;
  /** Ids of opened results, whose groups stay open. */
  readonly opened: readonly number[];
}

/** Returns the keys of the folded groups. Tests that did not fail are folded below failures by default. */
export function foldedGroups(rows: readonly SearchableRow[], { changed, opened }: Folding): ReadonlySet<string> {
  const folded = new Set([...changed].flatMap(([key, isFolded]) => (isFolded ? [key] : [])));
  const rest = rows.filter(({ row }) => row.failureSignature === null);
  const isFoldedByDefault =
    rest.length < rows.length && !rest.some(({ row }) => isFailed(row) || opened.includes(row.id));
  return isFoldedByDefault && !changed.has(none) ? folded.add(none) : folded;
}

function isFailed({ status }: HtmlExportRow): boolean {
  return status === "failed" || status === "error";
}

function ownersOf(members: readonly SearchableRow[]): string[] {
  const failed = members.filter(({ row }) => isFailed(row));
  return [...new Set(failed.flatMap(({ row }) => row.author ?? []))].slice(0, 4);
}

function broken({ failed, errored }: ResultGroup): number {
  return failed + errored;
}

function groupOf(key: string, members: readonly SearchableRow[]): ResultGroup {
  const count = (requested: (row: HtmlExportRow) => boolean) => members.filter(({ row }) => requested(row)).length;
  return {
    key,
    total: members.length,
    passed: count(({ status }) => status === "passed"),
    failed: count(({ status }) => status === "failed"),
    errored: count(({ status }) => status === "error"),
    skipped: count(({ status }) => status === "skipped"),
    flaky: count(({ flaky }) => flaky),
    newFailures: count(({ state }) => state === "new"),
    backAgain: count(({ state }) => state === "back"),
    knownFailures: count(({ state }) => state === "known"),
    quarantined: 0,
    owners: ownersOf(members),
    errorLine: members[0]?.row.errorLine ?? null,
    cause: null,
  };
}
