import { z } from "zod";

/** What a connector offers to a project: tickets in a tracker, messages in a channel, or comments and statuses on a code host. */
export const bindingOffers = ["tracker", "channel", "code-host"] as const;
export const BindingOffer = z.enum(bindingOffers);
export type BindingOffer = z.infer<typeof BindingOffer>;
