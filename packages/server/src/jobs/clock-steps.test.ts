import { hourMs } from "@plumb/contract/durations.ts";
import { pino } from "pino";
import { expect, test } from "vitest";
import { ClockSteps } from "./clock-steps.ts";

const log = pino({ level: "silent" });
const at = (hours: number) => new Date(Date.UTC(2026, 2, 4) + hours * hourMs);

test("passing time is not a clock change, and a changed clock is one for an hour", () => {
  const steps = new ClockSteps(log);
  steps.start(at(0), null, 0);
  steps.check(at(5), 5 * hourMs);
  expect(steps.steppedWithin(hourMs, 5 * hourMs)).toBe(false);
  steps.check(at(5 + 40 * 24), 5 * hourMs + 1000);
  expect(steps.steppedWithin(hourMs, 5.5 * hourMs)).toBe(true);
  steps.check(at(40 * 24 + 6.5), 6.5 * hourMs);
  expect(steps.steppedWithin(hourMs, 6.5 * hourMs)).toBe(false);
  steps.check(at(6.5), 6.5 * hourMs + 1000);
  expect(steps.steppedWithin(hourMs, 6.5 * hourMs + 1000)).toBe(true);
});

test("a server started with a wrong clock detects it by its last job", () => {
  for (const lastKnown of [at(-40 * 24), at(40 * 24)]) {
    const steps = new ClockSteps(log);
    steps.start(at(0), lastKnown, 0);
    expect(steps.steppedWithin(hourMs, 1000)).toBe(true);
  }
});
