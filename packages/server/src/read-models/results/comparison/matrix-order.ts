import { MatrixKind, type MatrixSort } from "@plumb/contract/runs/compare-many.ts";
import type { Matrix } from "./matrix.ts";

/** Rows of a matrix to list. */
export interface OrderedMatrix {
  readonly matrix: Matrix;
  readonly rows: readonly number[];
  /** Kinds of each row. */
  readonly kinds: readonly (readonly MatrixKind[])[];
  /** Only called if the list is sorted by name. */
  readonly nameOf: (row: number) => string;
}

interface Order {
  readonly sortBy: MatrixSort;
  readonly sortOrder: "asc" | "desc" | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Returns a page of the sorted rows as indices of `rows`. */
export function ordered(list: OrderedMatrix, { sortBy, sortOrder, offset, limit }: Order): readonly number[] {
  const urgency = numbersOf(list.rows, (row, at) => urgencyOf(list, row, at));
  if (sortBy === "change") return byUrgencyAlone(urgency, sortOrder === "desc", { offset, limit });
  const byUrgency = (a: number, b: number) => (urgency[a] as number) - (urgency[b] as number);
  const indices = Uint32Array.from(urgency.keys());
  const display = (sorted: Uint32Array) => [...sorted.subarray(offset, offset + limit)];
  if (sortBy === "name") {
    const names = list.rows.map(list.nameOf);
    const sign = sortOrder === "desc" ? -1 : 1;
    return display(indices.toSorted((a, b) => sign * compareTexts(names[a] ?? "", names[b] ?? "") || byUrgency(a, b)));
  }
  const values = numbersOf(list.rows, (row) => valueOf(list.matrix, row, sortBy));
  const sign = sortOrder === "asc" ? 1 : -1;
  return display(
    indices.toSorted(
      (a, b) => sign * compareNumbers(values[a] as number, values[b] as number, sign) || byUrgency(a, b),
    ),
  );
}

/** Sorts plain numbers, which needs no callback per comparison. Urgencies are distinct, so each leads back to its row. */
function byUrgencyAlone(
  urgency: Float64Array,
  descending: boolean,
  { offset, limit }: Pick<Order, "limit" | "offset">,
): readonly number[] {
  const sorted = urgency.toSorted();
  if (descending) sorted.reverse();
  const window = sorted.subarray(offset, offset + limit);
  const requested = new Map(Array.from(window, (value, at) => [value, at]));
  const rows: number[] = [];
  for (const [row, value] of urgency.entries()) {
    const at = requested.get(value);
    if (at !== undefined) rows[at] = row;
  }
  return rows;
}

/** Faster than `from` of typed arrays, which uses an iterator. */
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

/** Greater than the number of results in any run. */
const maxPositions = 2 ** 32;

/** Position of each kind in a list: most urgent first, tests that still fail last. */
const positions = Object.fromEntries(
  MatrixKind.options.map((kind, index) => [kind, kind === "stillFailing" ? MatrixKind.options.length : index]),
) as Record<MatrixKind, number>;
/** Position of tests without a change. */
const unchanged = MatrixKind.options.length + 1;

/**
 * Returns the sort key: by the first kind of the test, without a kind by its outcome in the head. Equal tests keep the order of the head. Tests that are
 * not in the head come last among them, in the order of the base.
 */
function urgencyOf({ matrix: { runs, places }, kinds }: OrderedMatrix, row: number, at: number): number {
  const width = runs.length;
  const head = places[row * width + width - 1] as number;
  const base = places[row * width] as number;
  const first = kinds[at]?.[0];
  const rank = runs[width - 1]?.ranks[head] ?? runs[0]?.ranks[base] ?? 9;
  const index = head === -1 ? base : head;
  const position = first === undefined ? unchanged + rank : positions[first];
  return (position * 2 + (head === -1 ? 1 : 0)) * maxPositions + (index === -1 ? row : index);
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
