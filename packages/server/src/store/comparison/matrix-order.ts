import type { MatrixKind, MatrixSort } from "@plumb/contract/runs/compare-many.ts";
import type { Matrix } from "./matrix.ts";

/** Rows of a matrix that are listed. */
export interface OrderedMatrix {
  readonly matrix: Matrix;
  readonly rows: readonly number[];
  /** Of each of the rows. */
  readonly kinds: readonly (readonly MatrixKind[])[];
  /** Asked only where names are the order. */
  readonly nameOf: (row: number) => string;
}

interface Order {
  readonly sortBy: MatrixSort;
  readonly sortOrder: "asc" | "desc" | undefined;
}

/** The listed rows in their order, as places of `rows`. */
export function ordered(list: OrderedMatrix, { sortBy, sortOrder }: Order): Uint32Array {
  const places = Uint32Array.from(list.rows, (_, at) => at);
  const urgency = Float64Array.from(list.rows, (row, at) => urgencyOf(list, row, at));
  const byUrgency = (a: number, b: number) => (urgency[a] as number) - (urgency[b] as number);
  if (sortBy === "change") return places.toSorted(sortOrder === "desc" ? (a, b) => byUrgency(b, a) : byUrgency);
  if (sortBy === "name") {
    const names = list.rows.map(list.nameOf);
    const sign = sortOrder === "desc" ? -1 : 1;
    return places.toSorted((a, b) => sign * compareTexts(names[a] ?? "", names[b] ?? "") || byUrgency(a, b));
  }
  const values = Float64Array.from(list.rows, (row) => valueOf(list.matrix, row, sortBy));
  const sign = sortOrder === "asc" ? 1 : -1;
  return places.toSorted(
    (a, b) => sign * compareNumbers(values[a] as number, values[b] as number, sign) || byUrgency(a, b),
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What is no number comes last, whichever way (`sign`) the order goes. */
function compareNumbers(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return sign * (Number(Number.isNaN(a)) - Number(Number.isNaN(b)));
  return a - b;
}

/** Places of a run's results, and more than any run has. */
const mostPlaces = 2 ** 32;

/** New failures first, then by how the test ended in the last run that has it of the two, what is gone after the others; then that run's order. */
function urgencyOf({ matrix: { runs, places }, kinds }: OrderedMatrix, row: number, at: number): number {
  const width = runs.length;
  const head = places[row * width + width - 1] as number;
  const base = places[row * width] as number;
  const isNew = kinds[at]?.includes("newFailure") === true;
  const rank = runs[width - 1]?.ranks[head] ?? runs[0]?.ranks[base] ?? 9;
  const place = head === -1 ? base : head;
  return ((isNew ? 0 : 10 + rank) * 2 + (head === -1 ? 1 : 0)) * mostPlaces + (place === -1 ? row : place);
}

const passed = 5;

function valueOf({ runs, places }: Matrix, row: number, sortBy: "duration" | "slowdown"): number {
  const width = runs.length;
  const head = places[row * width + width - 1] as number;
  const duration = runs[width - 1]?.durations[head] ?? Number.NaN;
  if (sortBy === "duration") return duration;
  const base = places[row * width] as number;
  if (runs[0]?.ranks[base] !== passed || runs[width - 1]?.ranks[head] !== passed) return Number.NaN;
  const factor = duration / (runs[0].durations[base] as number);
  return Number.isFinite(factor) ? factor : Number.NaN;
}
