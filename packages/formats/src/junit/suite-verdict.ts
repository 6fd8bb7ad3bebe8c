import type { RawSuite } from "./raw-case.ts";
import type { SuiteFrame } from "./suite-frame.ts";

/** Statuses of a failed suite or run. */
const failedStatus = /^(?:fail|failed|failure|error|errored|aborted|crashed|interrupted|terminated|timedout|timeout)$/i;

/** Returns why a suite failed as reported by its tool, even if all its tests passed. Empty if it did not fail. */
export function verdictOf(suite: SuiteFrame): string {
  return ofGinkgo(suite) || ofTestLogger(suite) || declaredVerdict(suite.attributes) || exitCodeIn(suite.properties);
}

/** Returns the reason in the attributes of a suite or a root. */
export function declaredVerdict(attributes: ReadonlyMap<string, string>): string {
  for (const name of ["status", "result", "outcome", "state"]) {
    const value = attributes.get(name) ?? "";
    if (failedStatus.test(value)) return `its ${name} is "${value}"`;
  }
  for (const name of ["aborted", "crashed", "interrupted"])
    if (/^(?:true|yes|[1-9]\d*)$/i.test(attributes.get(name) ?? "")) return `it was ${name}`;
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
