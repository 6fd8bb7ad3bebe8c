import { z } from "zod";

/** All error codes of the API with their HTTP status. Any other error is a bug and returns 500. */
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

/** Body of every error response. */
export const Refusal = z.object({
  success: z.literal(false),
  /** Message for the user: what happened, what was kept and what to do. */
  error: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  /** Messages by field, if the error concerns individual fields. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Number of the next batch that the server expects from a live run, if another batch was sent. */
  expected: z.number().int().optional(),
  /** Id of the request for an `internal` error (`X-Request-Id`), which the server's log has too. */
  incident: z.string().optional(),
});
export type Refusal = z.infer<typeof Refusal>;
