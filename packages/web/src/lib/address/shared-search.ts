import { changeNames } from "@plumb/contract/runs/change-names.ts";
import type { ChangeKind } from "@plumb/contract/runs/compare.ts";
import { type ReportSearch, reportSearch } from "./report-search.ts";

/** URL parameters of the page of a share link: those of the tests of a report, or of a comparison of two reports. */
export interface SharedSearch extends Omit<
  ReportSearch,
  "tab" | "view" | "zoom" | "align" | "top" | "items" | "export"
> {
  /** Kind of changes in a comparison. Defaults to all. */
  readonly show?: ChangeKind | undefined;
}

/** Parses the URL parameters and ignores invalid values. */
export function sharedSearch(raw: Record<string, unknown>): SharedSearch {
  const { tab: _tab, view: _view, zoom: _zoom, align: _align, ...search } = reportSearch(raw);
  const { top: _top, items: _items, export: _export, ...tests } = search;
  const show = changeNames.find((kind) => kind === raw["show"]);
  return { ...tests, ...(show !== undefined && { show }) };
}
