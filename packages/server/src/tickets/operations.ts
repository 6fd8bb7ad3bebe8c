import { Block } from "@plumb/contract/text/rich-text.ts";
import { z } from "zod";

/** Content of a tracker delivery. */
export const TicketOperation = z.discriminatedUnion("operation", [
  z.object({
    operation: z.literal("create"),
    ticketId: z.number(),
    ticket: z.object({
      title: z.string(),
      description: z.array(Block),
      fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
      mark: z.string(),
    }),
    /** Artifacts that are attached to the new ticket. */
    screenshots: z.array(z.number()).default([]),
  }),
  z.object({
    operation: z.literal("comment"),
    ticketId: z.number(),
    trackerId: z.string(),
    content: z.array(Block),
    /** Address in the content that occurs in no other comment on the ticket; `null` if there is none. */
    address: z.string().nullable().default(null),
  }),
  z.object({ operation: z.literal("reopen"), ticketId: z.number(), trackerId: z.string() }),
]);
export type TicketOperation = z.infer<typeof TicketOperation>;
