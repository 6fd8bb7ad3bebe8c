import { z } from "zod";
import { Moment } from "#endpoint.ts";
import { failureClasses } from "./failure-classes.ts";

export const FailureClass = z.enum(failureClasses);
export type FailureClass = z.infer<typeof FailureClass>;

const percent = z.number().min(0).max(100);

/** The person who set a class, and the time; `by` is null if that account is gone. */
export const ClassDecision = z.object({ by: z.string().nullable(), at: Moment });
export type ClassDecision = z.infer<typeof ClassDecision>;

/** Class of a failure with the reasons. */
export const FailureVerdict = z.object({
  class: FailureClass,
  /** Narrows the class; null if only the class is known. */
  subClass: z.object({ code: z.string(), name: z.string() }).nullable(),
  /** Percent: of verdicts with 80, eight of ten are right. 100 where a person decided. */
  confidence: percent,
  /** Lines of the error that decided, the most telling first. */
  evidence: z.array(z.string()),
  /** What else it might be, the most likely first; empty if a person decided. */
  alternatives: z.array(z.object({ class: FailureClass, confidence: percent })),
  /** A `rule` is written, a `model` was trained on labelled failures, a `person` of the project decided. */
  decidedBy: z.enum(["rule", "model", "person"]),
  /** The person's decision, if there is one. */
  decision: ClassDecision.optional(),
  /** What to try, the most promising first; `code` is a command or a line that does it. */
  suggestedFixes: z.array(z.object({ text: z.string(), code: z.string().nullable() })),
});
export type FailureVerdict = z.infer<typeof FailureVerdict>;
