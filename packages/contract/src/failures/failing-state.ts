import { z } from "zod";

/**
 * State of a failing test or a cause. `new`: failed for the first time. `back`: failed before, then stopped failing, and now fails again. `known`:
 * still fails. `resolved`: no longer fails. The fields that use it document their rule.
 */
export const FailingState = z.enum(["new", "back", "known", "resolved"]);
export type FailingState = z.infer<typeof FailingState>;

/** State of a failing test. */
export const FailureState = FailingState.exclude(["resolved"]);
export type FailureState = z.infer<typeof FailureState>;
