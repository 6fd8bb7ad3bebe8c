import { type KnownFile, other, report } from "./known-file.ts";

/** Known texts, identified by a typical line. The first match is used. */
export const knownLines: readonly (readonly [pattern: RegExp, known: KnownFile])[] = [
  [
    /^\{"method":"on[A-Z]/,
    other("a Playwright blob report without its first line", "Upload the archive of the blob reporter unchanged"),
  ],
  [
    /^\{"id":\{"(started|progress|buildMetadata)"/,
    report("a Bazel event stream", "Upload the test.xml files of the test targets"),
  ],
  [
    /^=== RUN\b|^--- (PASS|FAIL|SKIP):/m,
    report("the output of `go test -v`", "Upload the output of `go test -json`, or the JUnit XML of gotestsum"),
  ],
  [/^##teamcity\[/m, report("a log with TeamCity messages")],
  [/^(TN|SF):/, other("a coverage report (LCOV), not a test report")],
  [/^mode: (set|count|atomic)$/m, other("a Go coverage profile, not a test report")],
];
