import type { Report } from "@plumb/contract/runs/reports.ts";

type Started = Pick<Report, "id" | "startTime">;

/**
 * The compared reports with one more. Where they stand in the order in which they ran it comes to its place in it, else before the
 * last one: who turned the order around wants that one to be judged.
 *
 * @param known What is known of a report; undefined while it is on its way.
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
  const place = isInOrder ? (later === -1 ? ids.length : later) : ids.length - 1;
  return ids.toSpliced(place, 0, added.id);
}
