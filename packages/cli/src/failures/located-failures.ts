import type { GateFailure, GateReport } from "@plumb/contract/runs/gate.ts";
import { printable } from "@plumb/reporter-core/text.ts";
import { failureName } from "#gate/gate-rules.ts";
import type { FindPath } from "./repository-paths.ts";

/** A failure for an editor or a CI system. Its texts are one line each, and contain no commands of a CI system. */
export interface LocatedFailure {
  readonly name: string;
  readonly suite: string;
  readonly environment: string;
  /** `new`, `back` or `known` compared with the base; `null` without a base. */
  readonly state: GateFailure["state"];
  readonly flaky: boolean;
  readonly quarantined: boolean;
  readonly message: string;
  /** Path from the root of the repository; `null` if the report has none, or the repository does not have the file. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly url: string;
}

export function locatedFailures(
  { suite, environment }: Pick<GateReport, "environment" | "suite">,
  tests: readonly GateFailure[],
  findPath: FindPath,
): LocatedFailure[] {
  return tests.map((test) => {
    const printed = test.location?.file ?? test.file;
    const file = printed === null ? null : findPath(printed);
    const isLocated = file !== null && test.location != null;
    return {
      name: printable(failureName(test)),
      suite: printable(suite),
      environment: printable(environment),
      state: test.state,
      flaky: test.flaky,
      quarantined: test.quarantined,
      message: printable(test.errorLine ?? "The test failed without an error."),
      file: file === null ? null : printable(file),
      line: isLocated ? (test.location?.line ?? null) : null,
      column: isLocated ? (test.location?.column ?? null) : null,
      url: printable(test.url),
    };
  });
}

/** Returns what excuses a failure or makes it new, in the words of the report. */
export function marksOf({ state, flaky, quarantined }: LocatedFailure): string[] {
  return [...(state === null ? [] : [state]), ...(flaky ? ["flaky"] : []), ...(quarantined ? ["quarantined"] : [])];
}
