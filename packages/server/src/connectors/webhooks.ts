import type { ConnectorDescription } from "#connectors/connector.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

/** Set up per project, in the settings; here only so that the catalogue is whole. */
export const webhooks: ConnectorDescription = {
  id: "webhooks",
  name: "Webhooks",
  description: "Send signed events to addresses of your own when runs finish and failures appear.",
  version: "1.0.0",
  category: "notification",
  fields: [],
  testNotice: "",
  async test() {
    throw new OutgoingError("Webhooks are set up and tested in the settings.");
  },
};
