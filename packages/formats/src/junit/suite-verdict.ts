import { meansFailure } from "#results/other-status.ts";
import { totalOf } from "#results/declared-totals.ts";
import type { RawSuite } from "./raw-case.ts";
import type { SuiteFrame } from "./suite-frame.ts";

/** Returns why a suite failed as reported by its tool, even if all its tests passed. Empty if it did not fail. */
export function verdictOf(suite: SuiteFrame): string {
  return (
    suite.programFailure ||
    ofGinkgo(suite) ||
    ofTestLogger(suite) ||
    declaredVerdict(suite.attributes, suite.aborted) ||
    exitCodeIn(suite.properties)
  );
}

/**
 * Returns the reason in the attributes of a suite or a root.
 *
 * @param aborted Number of listed cases whose assumption did not hold, which Ant counts in the attribute `aborted`.
 */
export function declaredVerdict(attributes: ReadonlyMap<string, string>, aborted: number): string {
  for (const name of ["status", "result", "outcome", "state"]) {
    const value = attributes.get(name) ?? "";
    if (meansFailure(value) || /^interrupted$/i.test(value)) return `its ${name} is "${value}"`;
  }
  for (const [name, listed] of [
    ["aborted", aborted],
    ["crashed", 0],
    ["interrupted", 0],
  ] as const) {
    const value = attributes.get(name) ?? "";
    if (/^(?:true|yes)$/i.test(value) || (totalOf(value) ?? 0) > listed) return `it was ${name}`;
  }
  return attributes.get("success") === "false" ? 'its success is "false"' : exitCodeIn(attributes);
}

function exitCodeIn(facts: ReadonlyMap<string, string>): string {
  for (const [name, value] of facts)
    if (/^exit[-_ ]?(?:code|status)$/i.test(name) && /^-?[1-9]\d*$/.test(value)) return `the exit code was ${value}`;
  return "";
}

/** Ginkgo can fail a suite because of pending specs, a timeout or a focus that was left in the code. */
function ofGinkgo({ properties }: RawSuite): string {
  if (properties.get("SuiteSucceeded") !== "false") return "";
  return properties.get("SpecialSuiteFailureReason") || "Ginkgo reports that the suite failed";
}

/** JunitXml.TestLogger writes messages of the run to `system-err`. An error among them fails the run. */
function ofTestLogger({ name, complaint }: SuiteFrame): string {
  return /\.(?:dll|exe)$/i.test(name) && complaint.startsWith("Error - ") ? complaint.slice("Error - ".length) : "";
}
