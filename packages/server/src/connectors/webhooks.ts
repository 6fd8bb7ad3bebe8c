import type { ConnectorDescription } from "#connectors/connector.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

/** Set up per project, in the settings; here only so that the catalogue is whole. */
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
