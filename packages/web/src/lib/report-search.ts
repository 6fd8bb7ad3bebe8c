import type { ResultFilter } from "@plumb/contract/results.ts";

/** What the address of a report page says beyond the report. Unset values stay out of the address. */
export interface ReportSearch {
  /** Which outcomes the list shows. */
  readonly status?: ResultFilter | undefined;
  /** Words to search for. */
  readonly q?: string | undefined;
  /** The opened row. */
  readonly result?: number | undefined;
}

const filters: readonly ResultFilter[] = ["failed", "error", "flaky", "skipped", "passed", "running"];
/** The server's limit. */
const maxSearchLength = 200;

/** Reads an address that may have been typed or cut: what makes no sense is left out. */
export function reportSearch(raw: Record<string, unknown>): ReportSearch {
  const status = filters.find((filter) => filter === raw["status"]);
  // The router reads `q=404` as a number.
  const q =
    typeof raw["q"] === "string" || typeof raw["q"] === "number" ? String(raw["q"]).slice(0, maxSearchLength) : "";
  const result = Number(raw["result"]);
  return {
    ...(status !== undefined && { status }),
    ...(q !== "" && { q }),
    ...(Number.isSafeInteger(result) && result > 0 && { result }),
  };
}
