import { expect, test } from "vitest";
import { type JobOutcome, nextStep, outcomeOfError } from "./next-step.ts";

const now = new Date("2026-03-04T10:00:00.000Z");
const earlier = new Date("2026-03-04T09:00:00.000Z");
const later = new Date("2026-03-04T12:00:00.000Z");
const failed: JobOutcome = { kind: "failed", error: "no disk" };
const once = { maxAttempts: 3 };
const minutely = { maxAttempts: 3, schedule: { everyMs: 60_000 } };
const often = { maxAttempts: 3, schedule: { everyMs: 2000 } };

test.for([
  ["is removed once it is done", once, 1, { kind: "done" }, "remove"],
  ["waits for the time that it named", once, 1, { kind: "done", againAt: later }, "12:00:00.000"],
  [
    "is queued behind the others if the time that it named is over",
    once,
    1,
    { kind: "done", againAt: earlier },
    "10:00:00.000",
  ],
  ["pauses after a failure", once, 1, failed, "10:00:05.000 no disk"],
  ["pauses longer after the next failure", once, 2, failed, "10:00:10.000 no disk"],
  ["fails after the last attempt", once, 3, failed, "fail no disk"],
  ["starts again at once after a deadlock", once, 2, { kind: "deadlock", error: "deadlock" }, "10:00:00.000 deadlock"],
  ["does not count the attempt that a stop ended", once, 3, { kind: "stopped" }, "10:00:00.000 uncounted"],
  [
    "starts again if its outcome could not be stored, even after the last attempt",
    once,
    3,
    { kind: "unknown" },
    "10:00:00.000 Its outcome could not be stored.",
  ],
  [
    "starts again if its server died",
    once,
    1,
    { kind: "orphaned" },
    "10:00:00.000 The server stopped during this job.",
  ],
  [
    "pauses if its server died again",
    once,
    2,
    { kind: "orphaned" },
    "10:00:05.000 The server stopped during this job.",
  ],
  [
    "fails if its server died in the last attempt",
    once,
    3,
    { kind: "orphaned" },
    "fail The server stopped 3 times during this job. Its log may show the reason.",
  ],
] as const)("a job %s", ([, rules, attempts, outcome, expected]) => {
  expect(display(nextStep({ attempts, scheduled: false }, rules, outcome, now, 0))).toBe(expected);
});

test.for([
  ["waits for its next time once it is done", minutely, 1, { kind: "done" }, "10:01:00.000"],
  ["has more to do before its next time", minutely, 1, { kind: "done", againAt: later }, "12:00:00.000"],
  ["tries again after a failure", minutely, 1, failed, "10:00:05.000 no disk"],
  ["waits for its next time if that comes before the pause ends", often, 1, failed, "10:00:02.000 no disk"],
  ["waits for its next time after its last attempt", minutely, 3, failed, "10:01:00.000 no disk"],
  ["tries again in the attempts after that", minutely, 4, failed, "10:00:40.000 no disk"],
  [
    "starts again if its server died, even in the last attempt",
    minutely,
    3,
    { kind: "orphaned" },
    "10:00:10.000 The server stopped during this job.",
  ],
  [
    "pauses longer than its schedule if its server dies each time",
    minutely,
    8,
    { kind: "orphaned" },
    "10:05:20.000 The server stopped during this job.",
  ],
] as const)("a scheduled job %s", ([, rules, attempts, outcome, expected]) => {
  expect(display(nextStep({ attempts, scheduled: true }, rules, outcome, now, 0))).toBe(expected);
});

const deadlock = Object.assign(new Error("deadlock detected"), { code: "40P01" });

test.for([
  ["has failed", new Error("no disk"), 1, false, { kind: "failed", error: "no disk" }],
  ["has failed without a message", new Error(""), 1, false, { kind: "failed", error: "It failed without a message." }],
  ["was aborted by a deadlock", deadlock, 1, false, { kind: "deadlock", error: "deadlock detected" }],
  [
    "has failed after a deadlock in the last attempt",
    deadlock,
    3,
    false,
    { kind: "failed", error: "deadlock detected" },
  ],
  ["is only stopped while the server stops", new Error("aborted"), 3, true, { kind: "stopped" }],
] as const)("an attempt that throws %s", ([, error, attempts, isStopping, expected]) => {
  expect(outcomeOfError({ attempts, scheduled: false }, once, error, isStopping)).toEqual(expected);
});

test("cuts a long error", () => {
  const outcome = outcomeOfError({ attempts: 1, scheduled: false }, once, new Error("x".repeat(5000)), false);
  expect(outcome).toEqual({ kind: "failed", error: `${"x".repeat(999)}…` });
});

/** Formats a step as one line, with the time of day if the job is queued again. */
function display(step: ReturnType<typeof nextStep>): string {
  if (step.kind === "remove") return "remove";
  if (step.kind === "fail") return `fail ${step.error}`;
  const time = step.dueAt.toISOString().slice(11, -1);
  return [time, step.error, step.uncounted === true ? "uncounted" : null].filter((part) => part !== null).join(" ");
}
