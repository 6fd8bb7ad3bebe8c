import { z } from "zod";

/**
 * Where a failing test or a cause stands: `new`: failed for the first time. `back`: failed before, then did not, and fails again.
 * `known`: goes on failing. `resolved`: does not fail any more. What decides it is told where it is said of something.
 */
export const FailingState = z.enum(["new", "back", "known", "resolved"]);
export type FailingState = z.infer<typeof FailingState>;

/** Of a test that fails. */
export const FailureState = FailingState.exclude(["resolved"]);
export type FailureState = z.infer<typeof FailureState>;
