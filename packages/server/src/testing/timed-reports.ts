/** A test of a report: its name, the first letter of its outcome, and its duration (100 ms by default). */
export type TimedCase = readonly [name: string, outcome: "p" | "f" | "s", durationMs?: number];

const nine = Date.UTC(2026, 2, 2, 9);

/** Returns a time on the day of the timed reports. */
function minutesAfterNine(minutes: number): string {
  return new Date(nine + minutes * 60_000).toISOString();
}

/**
 * Returns a JUnit report of one class with a start time.
 *
 * @param minutes Minutes after nine; `null` for a report without a time.
 */
export function timedJunit(minutes: number | null, cases: readonly TimedCase[], inSuite = ""): string {
  const bodies = cases.map(([name, outcome, durationMs = 100]) => {
    const body = { p: "", f: `<failure message="${name} is wrong"/>`, s: "<skipped/>" }[outcome];
    return `<testcase classname="shop.Till" name="${name}" time="${outcome === "s" ? 0 : durationMs / 1000}">${body}</testcase>`;
  });
  const timestamp = minutes === null ? "" : ` timestamp="${minutesAfterNine(minutes)}"`;
  return `<testsuite name="shop.Till"${timestamp} time="1">${inSuite}${bodies.join("")}</testsuite>`;
}

/** Returns a TRX report of tests that were built for a target framework. */
export function timedTrx(minutes: number, framework: string, cases: readonly TimedCase[]): string {
  const outcomes = { p: "Passed", f: "Failed", s: "NotExecuted" };
  const start = minutesAfterNine(minutes);
  const results = cases.map(
    ([name, outcome, durationMs = 100], index) =>
      `<UnitTestResult executionId="e${index}" testId="t${index}" testName="Shop.Till.${name}" duration="00:00:00.${String(durationMs).padStart(3, "0")}" startTime="${start}" outcome="${outcomes[outcome]}"/>`,
  );
  const definitions = cases.map(
    ([name], index) =>
      `<UnitTest name="Shop.Till.${name}" id="t${index}"><Execution id="e${index}"/><TestMethod codeBase="/src/Till/bin/Release/${framework}/Till.dll" className="Shop.Till" name="${name}"/></UnitTest>`,
  );
  const failed = cases.some(([, outcome]) => outcome === "f");
  return `<?xml version="1.0"?><TestRun id="${framework}-${minutes}" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Times creation="${start}" start="${start}" finish="${minutesAfterNine(minutes + 0.02)}"/><Results>${results.join("")}</Results><TestDefinitions>${definitions.join("")}</TestDefinitions><ResultSummary outcome="${failed ? "Failed" : "Completed"}"/></TestRun>`;
}
