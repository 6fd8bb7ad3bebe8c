import type { Connector, ConnectorField } from "@plumb/contract/integrations/connectors.ts";
import type { Outgoing } from "#outgoing/outgoing.ts";

/** Settings and opened secrets of a connector, by field. */
export type Values = Readonly<Record<string, string>>;

/** Tools for a test. */
interface TestTools {
  readonly outgoing: Outgoing;
  readonly brandName: string;
  /** Where people reach this server. */
  readonly publicUrl: string;
  /** The administrator who tests. */
  readonly tester: string;
}

/** A connector, independent of its settings. */
export interface ConnectorDescription extends Omit<Connector, "status"> {
  readonly fields: readonly ConnectorField[];
  /** What others will notice of a test; empty if nothing. */
  readonly testNotice: string;
  /**
   * Tests the settings against the real service and returns the result as a sentence.
   *
   * @throws OutgoingError with the reason.
   */
  readonly test: (values: Values, tools: TestTools) => Promise<string>;
}

/** A field with all its optional parts. */
export function field(
  given: Pick<ConnectorField, "name" | "label" | "kind"> & Partial<ConnectorField>,
): ConnectorField {
  return { required: true, hint: "", initial: "", placeholder: "", choices: [], destination: false, ...given };
}

/** An address for paths to be put behind: without slashes at its end. */
export function baseUrl(values: Values, name: string): string {
  return (values[name] ?? "").replace(/\/+$/, "");
}
