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
  readonly offset: number;
  readonly limit: number;
}

/** A window of the listed rows in their order, as places of `rows`. */
export function ordered(list: OrderedMatrix, { sortBy, sortOrder, offset, limit }: Order): readonly number[] {
  const urgency = numbersOf(list.rows, (row, at) => urgencyOf(list, row, at));
  if (sortBy === "change") return byUrgencyAlone(urgency, sortOrder === "desc", { offset, limit });
  const byUrgency = (a: number, b: number) => (urgency[a] as number) - (urgency[b] as number);
  const places = Uint32Array.from(urgency.keys());
  const shown = (sorted: Uint32Array) => [...sorted.subarray(offset, offset + limit)];
  if (sortBy === "name") {
    const names = list.rows.map(list.nameOf);
    const sign = sortOrder === "desc" ? -1 : 1;
    return shown(places.toSorted((a, b) => sign * compareTexts(names[a] ?? "", names[b] ?? "") || byUrgency(a, b)));
  }
  const values = numbersOf(list.rows, (row) => valueOf(list.matrix, row, sortBy));
  const sign = sortOrder === "asc" ? 1 : -1;
  return shown(
    places.toSorted((a, b) => sign * compareNumbers(values[a] as number, values[b] as number, sign) || byUrgency(a, b)),
  );
}

/** Plain numbers are sorted without a call for each pair; no two rows have the same urgency, which so leads back to the row. */
function byUrgencyAlone(
  urgency: Float64Array,
  descending: boolean,
  { offset, limit }: Pick<Order, "limit" | "offset">,
): readonly number[] {
  const sorted = urgency.toSorted();
  if (descending) sorted.reverse();
  const window = sorted.subarray(offset, offset + limit);
  const wanted = new Map(Array.from(window, (value, at) => [value, at]));
  const rows: number[] = [];
  for (const [row, value] of urgency.entries()) {
    const at = wanted.get(value);
    if (at !== undefined) rows[at] = row;
  }
  return rows;
}

/** `from` of typed arrays would ask an iterator for each. */
function numbersOf(rows: readonly number[], valueOfRow: (row: number, at: number) => number): Float64Array {
  const values = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) values[at] = valueOfRow(rows[at] as number, at);
  return values;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Sorts missing numbers last in both directions (`sign`). */
function compareNumbers(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return sign * (Number(Number.isNaN(a)) - Number(Number.isNaN(b)));
  return a - b;
}

/** Places of a run's results, and more than any run has. */
const mostPlaces = 2 ** 32;

/** New failures first, those that are back next, then by how the test ended in the last run that has it of the two, what is gone after the others; then that run's order. */
function urgencyOf({ matrix: { runs, places }, kinds }: OrderedMatrix, row: number, at: number): number {
  const width = runs.length;
  const head = places[row * width + width - 1] as number;
  const base = places[row * width] as number;
  const own = kinds[at] ?? [];
  const news = own.includes("newFailure") ? 0 : own.includes("backAgain") ? 1 : null;
  const rank = runs[width - 1]?.ranks[head] ?? runs[0]?.ranks[base] ?? 9;
  const place = head === -1 ? base : head;
  return ((news ?? 10 + rank) * 2 + (head === -1 ? 1 : 0)) * mostPlaces + (place === -1 ? row : place);
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
