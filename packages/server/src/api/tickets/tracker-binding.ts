import { openConnection } from "#connectors/bindings/open-connection.ts";
import type { Connection, Tracker } from "#connectors/offers.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { ApiError } from "#core/api-error.ts";
import type { Context } from "#core/context.ts";
import { SealError } from "#core/secret-box.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { withDeadline } from "#outgoing/with-deadline.ts";
import { type BindingRow, bindingById } from "#store/integrations/bindings.ts";

/** @throws ApiError if the project has no such binding, or if it is disabled. */
export async function trackerBinding({ db }: Pick<Context, "db">, projectId: number, id: number): Promise<BindingRow> {
  const binding = await bindingById(db, projectId, id);
  if (binding === null || binding.offer !== "tracker")
    throw new ApiError("not_found", "This project has no such connection to a tracker.");
  if (!binding.enabled) throw new ApiError("conflict", `The connection to ${binding.name} is disabled.`);
  return binding;
}

/** A page waits for the answer, so a slow tracker is given up earlier than by a delivery. */
const maxWaitMs = 15_000;

/** Asks the tracker while a user waits. @throws ApiError with the reason if it fails. */
export async function asking<Reply>(
  context: Pick<Context, "clock" | "db" | "outgoing" | "secretBox">,
  binding: BindingRow,
  ask: (options: { tracker: Tracker; connection: Connection }) => Promise<Reply>,
): Promise<Reply> {
  const { tracker } = connectors[binding.connectorType];
  if (tracker === undefined) throw new ApiError("conflict", "This connector has no tickets.");
  const outgoing = withDeadline(context.outgoing, maxWaitMs);
  try {
    return await ask({ tracker, connection: await openConnection({ ...context, outgoing }, binding) });
  } catch (error) {
    if (error instanceof OutgoingError || error instanceof SealError) throw new ApiError("conflict", error.message);
    throw error;
  }
}
