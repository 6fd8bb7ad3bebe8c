import type { BindingOffer } from "@plumb/contract/integrations/binding-offer.ts";
import type { Connection } from "#connectors/offers.ts";
import { rememberLast, secretsOf } from "./last-exchange.ts";
import { openConnection } from "./open-connection.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { SealError } from "#core/secret-box.ts";
import type { AttemptProblem, DestinationHandler, OutboxContext } from "#outbox/attempt.ts";
import { notifyDisabled } from "#inbox/notify-disabled.ts";
import { withoutSecrets } from "#outbox/without-secrets.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { withDeadline } from "#outgoing/with-deadline.ts";
import { type BindingRow, bindingById, switchOffBinding } from "#store/integrations/bindings.ts";
import type { ClaimedDelivery } from "#store/outbox/queue.ts";

/** An attempt may need several requests. It must end before its claim is lost, because another server would repeat it. */
const maxAttemptMs = 40_000;

/** Functions of an offer. */
interface BindingSender {
  readonly kind: BindingOffer;
  /**
   * Makes one attempt. Returns the object that the service created, which is passed to `onDelivered`.
   *
   * @throws OutgoingError if it failed. The scope of a `ServiceError` shows whether only this delivery was rejected.
   */
  readonly perform: (
    context: OutboxContext,
    delivery: ClaimedDelivery,
    to: {
      connection: Connection;
      binding: BindingRow;
      /** Adds a message about a part that was refused to the log, although the delivery succeeded. */
      warn: (message: string) => void;
    },
  ) => Promise<unknown>;
  readonly onDelivered: NonNullable<DestinationHandler["onDelivered"]>;
}

/** Returns the handler for the bindings of an offer. */
export function bindingHandler({ kind, perform, onDelivered }: BindingSender): DestinationHandler {
  return {
    kind,
    onDelivered,
    async send(context, delivery) {
      const binding = await bindingById(context.db, delivery.projectId, delivery.targetId);
      const { outgoing, last } = rememberLast(withDeadline(context.outgoing, maxAttemptMs));
      let secrets: readonly string[] = [];
      let warning: string | null = null;
      const warn = (message: string) => (warning = withoutSecrets(message, secrets));
      try {
        if (binding === null) throw new OutgoingError("The connection was deleted before this was delivered.");
        const connection = await openConnection({ ...context, outgoing }, binding);
        secrets = secretsOf(connection, binding);
        const created = await perform(context, delivery, { connection, binding, warn });
        return { ...last(secrets), problem: null, warning, created };
      } catch (error) {
        if (!(error instanceof OutgoingError) && !(error instanceof SealError)) throw error;
        return { ...last(secrets), problem: problemOf(error, secrets) };
      }
    },
    async onClosed(transaction, destination, reason) {
      const switched = await switchOffBinding(transaction, destination, reason);
      return async (context) => {
        if (switched !== null)
          await notifyDisabled(context, destination.projectId, {
            createdBy: switched.createdBy,
            title: "A connection was disabled",
            message: `No deliveries to ${switched.name} succeeded for 3 days. Check the failed deliveries, then enable the connection again.`,
            tab: "connections",
          });
      };
    },
  };
}

/** Returns the problem of an attempt, without secrets. */
export function problemOf(error: OutgoingError | SealError, secrets: readonly string[]): AttemptProblem {
  const message = withoutSecrets(error.message, secrets);
  if (!(error instanceof ServiceError)) return { message, scope: "destination", retryAfterMs: null };
  const { scope, retryAfterMs, isFinal } = error;
  return { message, scope: scope === "request" ? "delivery" : "destination", retryAfterMs, isFinal };
}
