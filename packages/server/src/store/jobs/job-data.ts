import { DestinationKind } from "@plumb/contract/integrations/outbox.ts";
import { z } from "zod";

const nothing = z.object({});
const destination = z.object({ kind: DestinationKind, targetId: z.number().int() });
const runId = z.number().int();

/** Data of the job kinds that other code can queue. */
export const jobData = {
  /** The user is notified of the end. An API key has none, and neither do jobs of earlier versions. */
  "analyze-failures": z.object({ runId, userId: z.number().int().nullable().default(null) }),
  "assign-owners": nothing,
  "count-ended-runs": nothing,
  "delete-project": z.object({ projectId: z.number().int() }),
  /** With `null`, processes causes of the whole project, a few at a time. */
  "enrich-analysis": z.object({ runId: runId.nullable() }),
  "fill-example": nothing,
  "find-incidents": nothing,
  "find-resolutions": nothing,
  // Queued jobs have the old name of the source id.
  "forget-live-source": z.object({ runId, uploadId: z.number().int() }),
  "gather-failures": z.object({ runId, sends: z.boolean().default(false) }),
  "judge-again": nothing,
  "judge-tests": nothing,
  /** Email address of the user; `null` for the schedule. */
  "make-backup": z.object({ requestedBy: z.string().nullable() }),
  "make-export": z.object({ exportId: z.number().int() }),
  "make-statistics": nothing,
  "read-connection-tickets": z.object({ bindingId: z.number().int() }),
  "rename-tests": nothing,
  "send-deliveries": destination,
  "send-slow-deliveries": destination,
  "send-run-messages": z.object({ runId }),
  "send-reset-mail": z.object({ email: z.string(), address: z.string() }),
} as const satisfies Readonly<Record<string, z.ZodType<object>>>;

export type JobName = keyof typeof jobData;

export type JobData<Name extends JobName> = z.input<(typeof jobData)[Name]>;
