import type { MatrixKind, MatrixSort } from "@plumb/contract/runs/compare-many.ts";
import { changeNames, matrixChangeNames, maxCompared } from "@plumb/contract/runs/change-names.ts";

/** URL parameters of the comparison. Unset values are omitted. */
export interface CompareSearch {
  /** Id of the earliest report. */
  readonly base?: number | undefined;
  /** Id of the report that is compared with the base. */
  readonly head?: number | undefined;
  /** Ids of the reports between base and head, the earlier ones first; unset if there are none. */
  readonly between?: readonly number[] | undefined;
  /** Filter of the tests. Defaults to all changed tests. `all` and `failedBetween` require more than two reports. */
  readonly show?: MatrixKind | "all" | undefined;
  /** Search words. This and the following parameters apply to more than two reports only. */
  readonly q?: string | undefined;
  /** Defaults to the order by change. */
  readonly sort?: Exclude<MatrixSort, "change"> | undefined;
  /** Result whose row is open. Applies to two reports only. */
  readonly open?: number | undefined;
  /** From 2. */
  readonly page?: number | undefined;
}

const sorts = ["name", "duration", "slowdown"] as const;
/** Limits of the server. */
const maxTextLength = 200;
const maxPage = 100_000;

/** Parses the URL parameters and ignores invalid values. */
export function compareSearch(raw: Record<string, unknown>): CompareSearch {
  const base = reportId(raw["base"]);
  const head = reportId(raw["head"]);
  const others = [raw["between"]].flat().map(reportId);
  const between = [...new Set(others)].filter((id) => id !== undefined && id !== base && id !== head) as number[];
  const isMany = base !== undefined && head !== undefined && base !== head && between.length > 0;
  const show = (isMany ? [...matrixChangeNames, "all" as const] : changeNames).find((kind) => kind === raw["show"]);
  return {
    ...(base !== undefined && { base }),
    ...(head !== undefined && { head }),
    ...(isMany && { between: between.slice(0, maxCompared - 2) }),
    ...(show !== undefined && { show }),
    ...(isMany ? listSearch(raw) : openedRow(raw)),
  };
}

function openedRow(raw: Record<string, unknown>): Pick<CompareSearch, "open"> {
  const open = reportId(raw["open"]);
  return open === undefined ? {} : { open };
}

function listSearch(raw: Record<string, unknown>): Pick<CompareSearch, "page" | "q" | "sort"> {
  const sort = sorts.find((each) => each === raw["sort"]);
  const q = typeof raw["q"] === "number" ? String(raw["q"]) : raw["q"];
  const page = Number(raw["page"]);
  return {
    ...(typeof q === "string" && q !== "" && { q: q.slice(0, maxTextLength) }),
    ...(sort !== undefined && { sort }),
    ...(Number.isSafeInteger(page) && page >= 2 && page <= maxPage && { page }),
  };
}

/** Returns the selected reports, from base to head. */
export function chosenReports({ base, between = [], head }: CompareSearch): number[] {
  return [base, ...between, head].filter((id) => id !== undefined);
}

/** Returns the same comparison for other reports, on its first page. */
export function ofReports({ show, q, sort }: CompareSearch, ids: readonly number[]): CompareSearch {
  const [base] = ids;
  return compareSearch({
    base,
    head: ids.length > 1 ? ids.at(-1) : undefined,
    between: ids.slice(1, -1),
    show,
    q,
    sort,
  });
}

function reportId(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
