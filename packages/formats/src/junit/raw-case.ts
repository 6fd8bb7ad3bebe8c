import type { Verdict } from "#results/test-record.ts";
import type { XmlTag } from "#xml/xml-scanner.ts";

/** A suite before its dialect is applied. */
export interface RawSuite {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Properties that identify the writer or are stored. All others are dropped, because they may contain secrets. */
  readonly properties: Map<string, string>;
  /** Name of the first case. */
  firstCase?: string;
}

/** A `failure` or `error` element, or one of its `flaky…` and `rerun…` variants. */
export interface RawFailure {
  readonly kind: "failure" | "error";
  /**
   * `final`: the failure decides the case. `flaky`: the case passed later. `rerun`: it failed again after the first failure. May only be known at the
   * end of the case.
   */
  role: "final" | "flaky" | "rerun";
  message: string | undefined;
  /** Location of the failure, if the dialect has it in addition to the message. */
  place?: { readonly file: string; readonly line: number };
  type: string | undefined;
  readonly time: string | undefined;
  readonly timestamp: string | undefined;
  /** Text of the element, or of its `stackTrace`. */
  body: string;
  stdout: string;
  stderr: string;
}

export interface RawCase {
  readonly attributes: ReadonlyMap<string, string>;
  /** Result, if the tool uses the elements differently. */
  meant?: Verdict;
  /** Number of failures that were removed because they do not fail the run. The totals of the tool include them. */
  forgiven: number;
  readonly failures: RawFailure[];
  skipped: { message: string | undefined; readonly type: string | undefined; body: string } | undefined;
  stdout: string;
  stderr: string;
  readonly properties: [name: string, value: string][];
  /** Number of properties that exceeded the limit. */
  droppedProperties: number;
}

/**
 * Returns the number of the execution, from 1. fastlane's trainer lists executions of Xcode as cases with a
 * property, `First Run` and `Retry 1`, or `Repetition 1 of 3`. Returns undefined for other cases.
 */
export function executionOfTest({ properties }: RawCase): number | undefined {
  if (properties.length === 0) return undefined;
  const [, repetition = ""] = properties.find(([name]) => name === "repetition") ?? [];
  const [, kind, number] = /^(Retry|Repetition) (\d+)\b/.exec(repetition) ?? [];
  if (kind === undefined) return repetition === "First Run" ? 1 : undefined;
  return Number(number) + (kind === "Retry" ? 1 : 0);
}

const failureElements: Readonly<Record<string, Pick<RawFailure, "kind" | "role">>> = {
  failure: { kind: "failure", role: "final" },
  error: { kind: "error", role: "final" },
  flakyFailure: { kind: "failure", role: "flaky" },
  flakyError: { kind: "error", role: "flaky" },
  rerunFailure: { kind: "failure", role: "rerun" },
  rerunError: { kind: "error", role: "rerun" },
};

/** Returns the failure of a start tag; undefined if the element is not a failure. */
export function newFailure({ name, attributes }: XmlTag): RawFailure | undefined {
  const kind = failureElements[name];
  if (kind === undefined) return undefined;
  const file = attributes.get("file") ?? "";
  return {
    ...kind,
    message: attributes.get("message"),
    type: attributes.get("type"),
    time: attributes.get("time"),
    timestamp: attributes.get("timestamp"),
    body: "",
    stdout: "",
    stderr: "",
    ...(file === "" ? {} : { place: { file, line: Number(attributes.get("line") ?? Number.NaN) } }),
  };
}

/** Creates an empty case. */
export function newCase(attributes: ReadonlyMap<string, string>): RawCase {
  return {
    attributes,
    failures: [],
    forgiven: 0,
    skipped: undefined,
    stdout: "",
    stderr: "",
    properties: [],
    droppedProperties: 0,
  };
}
