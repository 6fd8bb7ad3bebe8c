import type { ChangeKind } from "@plumb/contract/runs/compare.ts";

/** What the address of the comparison says. Unset values stay out of the address. */
export interface CompareSearch {
  /** The earlier report. */
  readonly base?: number | undefined;
  /** The report that is judged by it. */
  readonly head?: number | undefined;
  /** Which tests are listed; unset: all that changed. */
  readonly show?: ChangeKind | undefined;
}

const kinds: readonly ChangeKind[] = [
  "newFailure",
  "stillFailing",
  "fixed",
  "newlyFlaky",
  "changedCause",
  "slower",
  "added",
  "removed",
];

/** Reads an address that may have been typed or cut: what makes no sense is left out. */
export function compareSearch(raw: Record<string, unknown>): CompareSearch {
  const base = reportId(raw["base"]);
  const head = reportId(raw["head"]);
  const show = kinds.find((kind) => kind === raw["show"]);
  return {
    ...(base !== undefined && { base }),
    ...(head !== undefined && { head }),
    ...(show !== undefined && { show }),
  };
}

function reportId(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
