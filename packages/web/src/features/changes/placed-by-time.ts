import type { Report } from "@plumb/contract/runs/reports.ts";

type Started = Pick<Report, "id" | "startTime">;

/**
 * Adds a report to the compared ones. If they are in chronological order, it is inserted there, otherwise before the last one,
 * because the user chose the order.
 *
 * @param known Data of a report; `undefined` while it loads.
 */
export function placedByTime(
  ids: readonly number[],
  added: Started,
  known: (id: number) => Started | undefined,
): number[] {
  if (ids.includes(added.id)) return [...ids];
  const starts = ids.map((id) => Date.parse(known(id)?.startTime ?? ""));
  const isInOrder = starts.every((start, at) => at === 0 || start >= (starts[at - 1] as number));
  const own = Date.parse(added.startTime);
  const later = starts.findIndex((start) => start > own);
  const index = isInOrder ? (later === -1 ? ids.length : later) : ids.length - 1;
  return ids.toSpliced(index, 0, added.id);
}
