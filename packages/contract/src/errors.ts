import { z } from "zod";

/** Every refusal the API can give, with its HTTP status. The list is closed: anything else is a bug and answers 500. */
export const errorStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  upload_in_progress: 409,
  too_large: 413,
  unsupported: 415,
  unreadable_report: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The body of every answer that is not a success. */
export const Refusal = z.object({
  success: z.literal(false),
  /** A sentence for a person: what happened, what was kept, what to do. */
  error: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  /** Messages by field, if the error is about single fields. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Which batch of a live run is to come next, where another one came. */
  expected: z.number().int().optional(),
  /** Names the log entry of a bug (`internal`), so that a report can be matched with it. */
  incident: z.string().optional(),
});
export type Refusal = z.infer<typeof Refusal>;
