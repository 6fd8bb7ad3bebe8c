import { createHash } from "node:crypto";
import { type LocatedFailure, marksOf } from "./located-failures.ts";

/** Returns failures as text for people. */
export function asText(failures: readonly LocatedFailure[]): string {
  return failures
    .flatMap((failure) => {
      const marks = marksOf(failure);
      const at = positionOf(failure);
      return [
        `${failure.name}${marks.length === 0 ? "" : `  [${marks.join(", ")}]`}`,
        ...(at === null ? [] : [`  ${at}`]),
        `  ${failure.message}`,
        `  ${failure.url}`,
      ];
    })
    .join("\n");
}

/** Returns a line per failure that has a file, as the problem matchers of editors read it: `file:line:column: error: message`. */
export function asProblems(failures: readonly LocatedFailure[]): string {
  return failures
    .flatMap(({ file, line, column, name, message }) =>
      file === null ? [] : [`${file}:${line ?? 1}:${column ?? 1}: error: ${name}: ${message}`],
    )
    .join("\n");
}

function positionOf({ file, line, column }: LocatedFailure): string | null {
  return file === null
    ? null
    : [file, ...(line === null ? [] : [line]), ...(column === null ? [] : [column])].join(":");
}

const ruleId = "test-failure";

/**
 * Returns failures as a log of SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/). GitHub rejects a file with a result without a location,
 * so failures without one become notifications.
 */
export function asSarif(failures: readonly LocatedFailure[]): object {
  const fingerprints = fingerprintsOf(failures);
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Plumb",
            rules: [{ id: ruleId, name: "TestFailure", shortDescription: { text: "A test failed." } }],
          },
        },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: failures
              .filter(({ file }) => file === null)
              .map(({ name, message }) => ({ level: "error", message: { text: `${name}: ${message}` } })),
          },
        ],
        results: failures.flatMap((failure, index) =>
          failure.file === null ? [] : [sarifResult(failure, failure.file, fingerprints[index] ?? "")],
        ),
      },
    ],
  };
}

function sarifResult(failure: LocatedFailure, file: string, fingerprint: string): object {
  const { line, column, name, message, url, state } = failure;
  return {
    ruleId,
    ruleIndex: 0,
    level: "error",
    message: { text: `${name}: ${message}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          region: { startLine: line ?? 1, ...(column !== null && { startColumn: column }) },
        },
      },
    ],
    partialFingerprints: { "plumbTest/v1": fingerprint },
    // A failure that is back was absent in the base, too.
    ...(state !== null && { baselineState: state === "known" ? "unchanged" : "new" }),
    properties: { url, state, marks: marksOf(failure) },
  };
}

/** Returns a path as a relative URI. A colon in its first part would look like a scheme. */
function uriOf(file: string): string {
  const uri = file.split(/[\\/]/).map(encodeURIComponent).join("/");
  return /^[a-z]%3A\//i.test(uri) ? `file:///${uri.replace("%3A", ":")}` : uri;
}

/** Returns a different hash per failure, which stays the same when its line changes. */
export function fingerprintsOf(failures: readonly LocatedFailure[]): string[] {
  const known = new Map<string, number>();
  return failures.map(({ suite, environment, file, name }) => {
    const key = JSON.stringify([suite, environment, file, name]);
    const repeat = known.get(key) ?? 0;
    known.set(key, repeat + 1);
    return createHash("sha256").update(`${key}${repeat}`).digest("hex");
  });
}
