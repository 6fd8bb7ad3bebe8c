import type { DestinationKind } from "@plumb/contract/integrations/outbox.ts";
import type { Context } from "#core/context.ts";
import type { Db } from "#store/db.ts";
import type { Destination } from "#store/outbox/destinations.ts";
import type { ClaimedDelivery } from "#store/outbox/queue.ts";

export type OutboxContext = Pick<
  Context,
  "blobs" | "bus" | "clock" | "db" | "log" | "outgoing" | "publicUrl" | "secretBox" | "signer" | "threads"
>;

/** Why an attempt failed. */
export interface AttemptProblem {
  /** Message for users. */
  readonly message: string;
  /** `destination`: any delivery would have failed, so later ones have to wait. `delivery`: the destination rejected this one. */
  readonly scope: "destination" | "delivery";
  /** Delay that the destination requested before the next attempt. */
  readonly retryAfterMs: number | null;
  /** True if a rejected delivery fails without further attempts. */
  readonly isFinal?: boolean;
}

/** Result of an attempt. Texts contain no secrets. */
export interface AttemptResult {
  /** Method and address of the last request; `null` if there was none, or if the address is that of the destination. */
  readonly request: string | null;
  /** HTTP status; `null` without a response. */
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  /** `null` if it was delivered. */
  readonly problem: AttemptProblem | null;
  /** Message for users about a part that was refused, although the rest was delivered. */
  readonly warning?: string | null;
  /** Object that the service created; passed to `onDelivered`. */
  readonly created?: unknown;
}

/** Sends to one kind of destination. The outbox decides when. */
export interface DestinationHandler {
  readonly kind: DestinationKind;
  /** Makes one attempt. Returns expected errors. If it throws, that is a bug, and the delivery is retried after a minute. */
  readonly send: (context: OutboxContext, delivery: ClaimedDelivery, at: Date) => Promise<AttemptResult>;
  /** Called in the transaction that marks a delivery as delivered, with the object that the attempt created. */
  readonly onDelivered?: (transaction: Db, delivery: ClaimedDelivery, created: unknown, at: Date) => Promise<void>;
  /** Called in the transaction that closes a destination after days of failures. Returns what to do after the commit. */
  readonly onClosed: (
    transaction: Db,
    destination: Destination,
    reason: string,
  ) => Promise<(context: OutboxContext) => Promise<void>>;
}
