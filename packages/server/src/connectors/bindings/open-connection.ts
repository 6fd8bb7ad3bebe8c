import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { connectors } from "./registry.ts";
import type { Connection } from "#connectors/offers.ts";
import { forbiddenTarget } from "#connectors/targets.ts";
import { isEnabled, openSecrets, openValues, type Purpose } from "./setup.ts";
import type { Context } from "#core/context.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import type { BindingRow } from "#store/integrations/bindings.ts";
import { connectorById, type ConnectorRow } from "#store/integrations/connectors.ts";

export function bindingPurpose({
  projectId,
  connectorType,
  offer,
}: Pick<BindingRow, "connectorType" | "offer" | "projectId">): Purpose {
  return (fieldName) => `project:${projectId}:${offer}:${connectorType}:${fieldName}`;
}

/**
 * Returns the credentials and settings of a binding.
 *
 * @throws OutgoingError if its connector was deleted, disabled, failed its test, or may not be used for this place.
 * @throws SealError if a secret cannot be decrypted.
 */
export async function openConnection(
  { db, outgoing, secretBox, clock }: Pick<Context, "clock" | "db" | "outgoing" | "secretBox">,
  binding: Pick<BindingRow, "connectorId" | "connectorType" | "offer" | "projectId" | "secrets" | "settings"> &
    Partial<Pick<BindingRow, "formerAccount">>,
): Promise<Connection> {
  const { projectId, connectorId } = binding;
  const row = connectorId === null ? null : await connectorById(db, projectId, connectorId);
  const problem = accountProblem(binding, row);
  if (row === null || problem !== null) throw new OutgoingError(problem ?? "");
  const now = clock();
  const values = openValues(row, secretBox);
  return {
    credentials: (await connectors[row.type].signIn?.(values, { outgoing, now })) ?? values,
    binding: openSecrets(binding, bindingPurpose(binding), secretBox),
    outgoing,
    now,
  };
}

/** Returns why a binding cannot use its connector's account for its place; `null` if it can. */
export function accountProblem(
  binding: Pick<BindingRow, "connectorType" | "secrets" | "settings"> & Partial<Pick<BindingRow, "formerAccount">>,
  row: ConnectorRow | null,
): string | null {
  if (row === null && binding.formerAccount != null)
    return `The connector ${connectors[binding.connectorType].name} was deleted. This connection waits until the same account is configured again. Edit it to use another one.`;
  const problem = connectorProblem(binding.connectorType, row);
  const { name, places } = connectors[binding.connectorType];
  if (problem !== null || places === undefined || row === null || row.projectId !== null) return problem;
  const forbidden = forbiddenTarget(places, binding, row);
  return forbidden === null
    ? null
    : `The ${name} account of this server may not be used for the ${places.noun} ${forbidden}. Ask an administrator to allow it under Connectors, ${name}.`;
}

/** Returns the problem of a binding whose connector was deleted while another account of the service is configured. */
export function otherAccountProblem({ connectorType }: Pick<BindingRow, "connectorType">): string {
  const { name } = connectors[connectorType];
  return `The ${name} account of this connection was deleted, and the account that is configured now is a different one. Edit the connection to use it.`;
}

/** Returns why a connector cannot be used; `null` if it can. */
export function connectorProblem(type: ConnectorId, row: ConnectorRow | null): string | null {
  const { name } = connectors[type];
  if (row === null) return `The connector ${name} was deleted. Configure it again, or choose another one.`;
  if (row.disabled) return `The connector ${name} is disabled.`;
  return isEnabled(row) ? null : `The settings of the connector ${name} did not pass their last test.`;
}
