import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import type { FilterChip } from "#ui/list/filter-chips.tsx";
import { excludedChips } from "#ui/list/filter-pickers.tsx";
import { isPlainText } from "./author-expression.ts";
import { wordOf } from "./status-word.ts";
import { cut, formatCalendarDay } from "#lib/format/format.ts";
import { listFilters } from "#lib/address/report-list-search.ts";

const names = {
  status: "Status",
  environment: "Environment",
  framework: "Framework",
  suite: "Suite",
  branch: "Branch",
  tag: "Tag",
  fact: "Fact",
  commitAuthor: "Commit author",
  pullRequest: "Pull request",
  owner: "Owner of failed tests",
} as const;

/** Returns a chip per active filter value. */
export function chipsOf(search: ReportListSearch): FilterChip<ReportListSearch>[] {
  const { author, startDate, endDate } = search;
  return [
    ...listFilters.flatMap((name) =>
      (search[name] ?? []).map((value) => {
        const left = (search[name] ?? []).filter((other) => other !== value);
        const label = `${names[name]}: ${name === "status" ? wordOf(value) : cut(value, 60)}`;
        return { label, without: { ...search, [name]: left.length > 0 ? left : undefined } };
      }),
    ),
    ...excludedChips(search, (filter) => (names[filter as keyof typeof names] ?? filter).toLowerCase()),
    ...(author === undefined
      ? []
      : [
          {
            label: `Author: ${cut(author, 60)}${isPlainText(author) ? " (as plain text)" : ""}`,
            without: { ...search, author: undefined },
          },
        ]),
    ...(startDate === undefined
      ? []
      : [{ label: `From ${formatCalendarDay(startDate)}`, without: { ...search, startDate: undefined } }]),
    ...(endDate === undefined
      ? []
      : [{ label: `Until ${formatCalendarDay(endDate)}`, without: { ...search, endDate: undefined } }]),
  ];
}
