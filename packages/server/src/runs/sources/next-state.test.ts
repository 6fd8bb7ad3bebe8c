import { expect, test } from "vitest";
import type { LiveState } from "#store/ingest/live-sources.ts";
import { type LiveEvent, nextState } from "./next-state.ts";

const running: LiveState = { state: "running", lastBatch: 3 };
const idle: LiveState = { state: "idle", lastBatch: 3 };
const ended: LiveState = { state: "ended", lastBatch: 3 };
const batch = (number: number): LiveEvent => ({ kind: "batch", batch: number });
const complete = (batches: number): LiveEvent => ({ kind: "complete", batches });
const touch: LiveEvent = { kind: "touch" };

test.for([
  ["stores its next batch", running, batch(4), "apply running 4"],
  ["acknowledges a batch whose response was lost", running, batch(3), "acknowledge running 3"],
  ["refuses a batch after a gap", running, batch(5), "gap 4"],
  ["stays running after a heartbeat or a file", running, touch, "acknowledge running 3"],
  ["ends with its last event", running, complete(3), "apply ended 3"],
  ["does not end while batches are missing", running, complete(4), "gap 4"],
  ["does not end with fewer batches than it has sent", running, complete(2), "gap 4"],
  ["is resumed by its next batch", idle, batch(4), "apply running 4"],
  ["is resumed by a repeated batch", idle, batch(1), "acknowledge running 3"],
  ["stays idle after a gap", idle, batch(5), "gap 4"],
  ["is resumed by a heartbeat or a file", idle, touch, "acknowledge running 3"],
  ["ends with its last event after a silence", idle, complete(3), "apply ended 3"],
  ["does not end after a silence while batches are missing", idle, complete(5), "gap 4"],
  ["acknowledges what it stored before its end", ended, batch(3), "acknowledge ended 3"],
  ["refuses a batch after its end", ended, batch(4), "ended"],
  ["refuses a heartbeat or a file after its end", ended, touch, "ended"],
  ["acknowledges a repeated last event", ended, complete(3), "acknowledge ended 3"],
  ["stays ended, whatever the number in a repeated last event", ended, complete(9), "acknowledge ended 3"],
] as const)("a live source %s", ([, state, event, expected]) => {
  expect(display(nextState(state, event))).toBe(expected);
});

/** Formats a step as one line. */
function display(step: ReturnType<typeof nextState>): string {
  if (step.kind === "ended") return "ended";
  if (step.kind === "gap") return `gap ${step.expected}`;
  return `${step.kind} ${step.state} ${step.lastBatch}`;
}
