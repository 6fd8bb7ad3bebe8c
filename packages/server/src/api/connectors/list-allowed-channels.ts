import type { CredentialsOwner, ServiceChannels } from "@plumb/contract/integrations/bindings.ts";
import { type ConnectorCall, connectorOfOwner } from "./settings.ts";
import { countOutgoing } from "#api/outgoing-limit.ts";
import { accountProblem } from "#connectors/bindings/open-connection.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { openValues } from "#connectors/bindings/setup.ts";
import type { ChannelList } from "#connectors/offers.ts";
import type { Values } from "#connectors/values.ts";
import { SealError } from "#core/secret-box.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import type { ConnectorRow, ConnectorScope } from "#store/integrations/connectors.ts";

/** Returns the channels of an account that connections of the project may use. */
export async function listAllowedChannels(
  call: ConnectorCall,
  { type, projectId }: ConnectorScope,
  owner: CredentialsOwner,
): Promise<ServiceChannels> {
  const unlisted = { channels: null, isPartial: false, problem: null };
  const list = connectors[type].channel?.listChannels;
  if (list === undefined) return unlisted;
  const { context, now } = call;
  const row = await connectorOfOwner(context.db, { type, projectId }, owner);
  countOutgoing(call, projectId, "channel-list");
  try {
    const { outgoing, secretBox } = context;
    const found = await list({ credentials: openValues(row, secretBox), outgoing, now });
    if (found === null) return unlisted;
    return { channels: allowedOf(found, row), isPartial: found.isPartial, problem: null };
  } catch (error) {
    if (error instanceof OutgoingError || error instanceof SealError) return { ...unlisted, problem: error.message };
    throw error;
  }
}

/** Omits channels for which an administrator has not allowed the server's account. */
function allowedOf({ channels }: ChannelList, row: ConnectorRow): NonNullable<ServiceChannels["channels"]> {
  const isAllowed = (settings: Values) =>
    accountProblem({ connectorType: row.type, settings: { ...settings }, secrets: {} }, row) === null;
  return channels.flatMap(({ name, values }) => {
    const allowed = values.find(isAllowed);
    return allowed === undefined ? [] : [{ name, values: { ...allowed } }];
  });
}
