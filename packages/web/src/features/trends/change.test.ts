import { expect, test } from "vitest";
import { changeOf } from "./change.ts";

test.for([
  [120, 100, false, "up", "+20.0%", "more"],
  [80, 100, false, "down", "−20.0%", "less"],
  [100.5, 100, false, undefined, "+0.5%", "no arrow below 1 %"],
  [101, 100, false, "up", "+1.0%", "an arrow from 1 % on"],
  [100, 100, false, undefined, "±0", "the same"],
  [5, 0, false, "up", "new", "from nothing"],
  [0, 0, false, undefined, "±0", "nothing from nothing"],
  [0, 5, false, "down", "−100%", "to nothing"],
  [97.1, 98.4, true, "down", "−1.3 points", "a rate in points"],
  [98, 98.4, true, undefined, "−0.4 points", "less than a point"],
  [1300, 100, false, "up", "+1,200%", "many times"],
  [null, 98, true, undefined, "–", "nothing now"],
] as const)("%s from %s (points: %s) is %s %s: %s", ([now, before, points, direction, text]) => {
  expect(changeOf(now, before, points)).toEqual({ direction, text });
});
