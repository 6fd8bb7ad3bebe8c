import type { MatrixKind, MatrixSort } from "@plumb/contract/runs/compare-many.ts";
import { changeNames, matrixChangeNames, mostCompared } from "@plumb/contract/runs/change-names.ts";

/** URL parameters of the comparison. Unset values are omitted. */
export interface CompareSearch {
  /** The earliest report. */
  readonly base?: number | undefined;
  /** The report that is judged by it. */
  readonly head?: number | undefined;
  /** Reports between the two, the earlier ones first; unset if there are none. */
  readonly between?: readonly number[] | undefined;
  /** Which tests are listed; unset: all that changed. `all` and `failedBetween` are for more than two reports. */
  readonly show?: MatrixKind | "all" | undefined;
  /** Words to search for. This and what follows is for more than two reports. */
  readonly q?: string | undefined;
  /** Unset: by change. */
  readonly sort?: Exclude<MatrixSort, "change"> | undefined;
  /** From 2. */
  readonly page?: number | undefined;
}

const sorts = ["name", "duration", "slowdown"] as const;
/** The server's limits. */
const maxTextLength = 200;
const maxPage = 100_000;

/** Reads an address that may have been typed or cut: what makes no sense is left out. */
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
    ...(isMany && { between: between.slice(0, mostCompared - 2) }),
    ...(show !== undefined && { show }),
    ...(isMany && listSearch(raw)),
  };
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

/** The reports that are chosen, the base first and the head last. */
export function chosenReports({ base, between = [], head }: CompareSearch): number[] {
  return [base, ...between, head].filter((id) => id !== undefined);
}

/** The same comparison of other reports, from its first page. */
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
