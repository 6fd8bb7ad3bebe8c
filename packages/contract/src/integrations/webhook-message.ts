import { z } from "zod";
import { Block } from "#text/rich-text.ts";

const Link = z.object({ label: z.string(), url: z.string() });

/**
 * The JSON body of a message that a notification rule sends to a webhook: a POST with the same headers as other webhooks (`WebhookBody`). The event is
 * `message`. Texts are not escaped.
 */
export const WebhookMessage = z.object({
  /** Version of this format. New fields may be added without changing it. */
  version: z.literal(1),
  event: z.literal("message"),
  /** Messages about the same cause, incident or item have the same text; `null` if the message belongs to none. */
  thread: z.string().nullable(),
  /** One line. */
  title: z.string(),
  /** Page in Plumb that the title links to. */
  url: z.string(),
  tone: z.enum(["failure", "warning", "success", "neutral"]),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  blocks: z.array(Block),
  actions: z.array(Link),
  footer: z.string().nullable(),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;
