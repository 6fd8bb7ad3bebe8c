import type { Verdict } from "#results/test-record.ts";

/** A `<testcase>` and its suites, before a dialect is applied. */
export interface RawSuite {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The ones that identify the writer or are stored; the rest may contain secrets and is dropped. */
  readonly properties: Map<string, string>;
  /** Name of the case that came first. */
  firstCase?: string;
}

/** `failure`, `error` and their `flaky…` and `rerun…` variants. */
export interface RawFailure {
  readonly kind: "failure" | "error";
  /** May be known only once the case is whole. `final`: it decides the case. `flaky`: the case passed later. `rerun`: it failed again after the first failure. */
  role: "final" | "flaky" | "rerun";
  message: string | undefined;
  /** Location of the failure, if the dialect has it besides the message. */
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
  /** Its outcome, if the tool uses the elements differently. */
  meant?: Verdict;
  /** Failures that were removed, because the tool counts them but does not fail for them. */
  forgiven: number;
  readonly failures: RawFailure[];
  skipped: { message: string | undefined; readonly type: string | undefined; body: string } | undefined;
  stdout: string;
  stderr: string;
  readonly properties: [name: string, value: string][];
  /** Properties that did not fit into the limit. */
  droppedProperties: number;
}

/**
 * Returns the number of the execution, from 1: fastlane's trainer lists executions of Xcode as cases with a
 * property, `First Run` and `Retry 1`, or `Repetition 1 of 3`. Returns undefined for other cases.
 */
export function executionOfTest({ properties }: RawCase): number | undefined {
  if (properties.length === 0) return undefined;
  const [, said = ""] = properties.find(([name]) => name === "repetition") ?? [];
  const [, kind, number] = /^(Retry|Repetition) (\d+)\b/.exec(said) ?? [];
  if (kind === undefined) return said === "First Run" ? 1 : undefined;
  return Number(number) + (kind === "Retry" ? 1 : 0);
}

/** An empty case. */
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
