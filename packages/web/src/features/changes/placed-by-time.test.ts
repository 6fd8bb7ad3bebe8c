import { expect, test } from "vitest";
import { placedByTime } from "./placed-by-time.ts";

const startOf = (id: number) => ({ id, startTime: `2030-01-0${id}T00:00:00Z` });

test.for([
  [[1, 3], 2, [1, 2, 3], "between"],
  [[2, 3], 1, [1, 2, 3], "before"],
  [[1, 3], 5, [1, 3, 5], "after"],
  [[1, 2, 5], 4, [1, 2, 4, 5], "in its place"],
  [[5, 1], 3, [5, 3, 1], "before the last where the order was turned around"],
  [[1, 9], 3, [1, 3, 9], "before the last where one is not known"],
  [[1, 3], 3, [1, 3], "nowhere where it is compared already"],
] as const)("adding to %j the report %d gives %j: %s", ([ids, added, placed]) => {
  expect(placedByTime(ids, startOf(added), (id) => (id === 9 ? undefined : startOf(id)))).toEqual(placed);
});
