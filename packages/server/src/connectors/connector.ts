import type { Connector, ConnectorField } from "@plumb/contract/integrations/connectors.ts";
import type { Channel, CodeHostOffer, Tracker } from "./offers.ts";
import type { Targets } from "./targets.ts";
import type { Values } from "./values.ts";
import type { Outgoing } from "#outgoing/outgoing.ts";

interface TestTools {
  readonly outgoing: Outgoing;
  readonly brandName: string;
  /** Public URL of this server. */
  readonly publicUrl: string;
  /** Name of the administrator who runs the test. */
  readonly tester: string;
}

/** Result of a successful test. */
interface TestedAccount {
  /** For users. */
  readonly message: string;
  /**
   * Identity of the account at its service, without secrets. Connections of a deleted connector are connected again when an account with the same
   * identity is configured.
   */
  readonly account: string;
}

/** A connector, independent of its settings. */
export interface ConnectorDescription extends Omit<Connector, "status"> {
  readonly fields: readonly ConnectorField[];
  /** Side effects of a test, such as a posted message; empty if there are none. */
  readonly testNotice: string;
  /**
   * Tests the settings against the real service.
   *
   * @throws OutgoingError with the reason.
   */
  readonly test: (values: Values, tools: TestTools) => Promise<TestedAccount>;
  /**
   * Returns the credentials with an access token in `token`, if they are those of an application.
   *
   * @throws OutgoingError with what to do.
   */
  readonly signIn?: (values: Values, tools: { readonly outgoing: Outgoing; readonly now: Date }) => Promise<Values>;
  /**
   * Returns when the service ends the credentials; `null` if it does not report an end. Absent if the service reports none for any credentials.
   *
   * @throws OutgoingError with the reason.
   */
  readonly readExpiry?: (
    values: Values,
    tools: { readonly outgoing: Outgoing; readonly now: Date },
  ) => Promise<Date | null>;
  readonly tracker?: Tracker;
  readonly channel?: Channel;
  readonly codeHost?: CodeHostOffer;
  /** Absent if an account can only reach one place, such as a webhook's channel. */
  readonly places?: Targets;
}

/** Returns a field with default values for its optional parts. */
export function field(
  options: Pick<ConnectorField, "name" | "label" | "kind"> & Partial<ConnectorField>,
): ConnectorField {
  return { required: true, hint: "", initial: "", placeholder: "", choices: [], destination: false, ...options };
}
