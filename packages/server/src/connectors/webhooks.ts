import type { ConnectorDescription } from "#connectors/connector.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

/** Webhooks are configured per project; this entry only makes the list of connectors complete. */
export const webhooks: ConnectorDescription = {
  id: "webhooks",
  name: "Webhooks",
  description: "Send signed events to your own addresses when runs finish and tests start to fail.",
  version: "1.0.0",
  used: true,
  category: "notification",
  fields: [],
  testNotice: "",
  async test() {
    throw new OutgoingError("Webhooks are configured and tested in the settings of each project.");
  },
};
