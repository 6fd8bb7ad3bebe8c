import { limits } from "#limits.ts";
import { totalOf } from "#results/declared-totals.ts";
import type { HeldCase } from "./attempts.ts";
import { caseStatus, hasFailed, statusByAttribute } from "./case-status.ts";
import type { DialectId } from "./dialect.ts";
import type { RawCase, RawFailure, RawSuite } from "./raw-case.ts";
import { failuresOf } from "./run-summary.ts";

/** Adjustments for tools that use elements in an unusual way. `meanings.ts` lists the sources. */
const read: Partial<Record<DialectId, (raw: RawCase) => void>> = {
  ctest: testThatCouldNotRun,
  karma: pendingSpec,
  catch2: toleratedFailure,
  phpunit: risksAndSkips,
  ginkgo: earlierAttempts,
  testcafe: quarantined,
  "common-test": autoSkipped,
  eunit: cancelled,
  minitest: skipAsFailure,
};

/** Adjusts a case to the meaning that its elements have for its tool. */
export function readMeaning(raw: RawCase, dialect: DialectId): void {
  read[dialect]?.(raw);
}

/** Returns true for set-up and tear-down of a suite, which some tools list among the tests. */
export function isSuiteNode(raw: RawCase, dialect: DialectId, suite: RawSuite | undefined): boolean {
  const name = raw.attributes.get("name") ?? "";
  if (dialect === "ginkgo") return /^\[[A-Za-z]*Suite\]|^\[[A-Za-z]+ \(Suite\)\]/.test(name);
  if (dialect === "nextest") return suite?.name.startsWith("@setup-script:") === true;
  if (dialect === "common-test") return /^(?:init|end)_per_(?:suite|group)$/.test(name);
  return false;
}

/** CTest writes `<skipped>` if the program is missing or a fixture failed, but counts both as failures. */
function testThatCouldNotRun(raw: RawCase): void {
  const { skipped } = raw;
  const reason = skipped?.message ?? "";
  if (skipped === undefined || raw.attributes.get("status") !== "notrun") return;
  if (/^(?:SKIP_RETURN_CODE=|SKIP_REGULAR_EXPRESSION_MATCHED|Disabled)/.test(reason)) return;
  couldNotRun(raw, reason === "" ? "The test could not run" : reason);
}

/** Erlang's Common Test writes `<skipped>` for tests whose `init_per_suite` failed, and exits with an error. */
function autoSkipped(raw: RawCase): void {
  const reason = raw.skipped?.body.trim() ?? "";
  if (reason.startsWith("{tc_auto_skip,")) couldNotRun(raw, reason);
}

/** EUnit only writes `<skipped>` for tests that were cancelled by a timeout or a failed set-up, and these fail the run. */
function cancelled(raw: RawCase): void {
  const { skipped } = raw;
  if (skipped === undefined) return;
  couldNotRun(raw, skipped.body.trim() || (skipped.type ?? "The test was cancelled"));
}

function couldNotRun(raw: RawCase, message: string): void {
  raw.skipped = undefined;
  raw.meant = "error";
  raw.failures.push({ kind: "error", role: "final", message, ...unreported });
}

/** Karma counts a pending spec as skipped. A failure in it occurred before it became pending. */
function pendingSpec(raw: RawCase): void {
  if (raw.skipped !== undefined) raw.meant = "skipped";
}

/** minitest-junit writes a skip twice: as an empty element, and as a failure with the reason. */
function skipAsFailure(raw: RawCase): void {
  const { skipped, failures } = raw;
  const isSkip = skipped !== undefined && failures.length > 0;
  if (!isSkip || !failures.every(({ message }) => message?.startsWith("Skipped:") === true)) return;
  raw.meant = "skipped";
  skipped.message ??= failures[0]?.message;
}

function toleratedFailure(raw: RawCase): void {
  if (raw.skipped?.message?.includes("!mayfail") === true) raw.meant = "skipped";
}

/** PHPUnit up to 9 writes a risky test as an error, and PHPUnit up to 5 also a skipped one. Neither fails the run. */
function risksAndSkips(raw: RawCase): void {
  const failures = raw.failures.filter((failure) => {
    const [, what] = riskOrSkip.exec(failure.type?.slice(-100) ?? "") ?? [];
    if (what === undefined || failure.kind !== "error") return true;
    const text = failure.message ?? failure.body.trim();
    if (what === "Incomplete" || what === "Skipped") raw.skipped ??= { message: text, type: undefined, body: "" };
    else raw.properties.push(["risky", text.slice(0, limits.annotationValue)]);
    return false;
  });
  raw.forgiven = raw.failures.length - failures.length;
  raw.failures.splice(0, raw.failures.length, ...failures);
}

const riskOrSkip =
  /(?:^|[\\_])(Risky|Incomplete|Skipped|Useless|Output|UnintentionallyCoveredCode|MissingCoversAnnotation)[A-Za-z]{0,20}$/;

/** Ginkgo lists each test once. Earlier attempts are only in the log. */
function earlierAttempts(raw: RawCase): void {
  if (!raw.stderr.includes("Attempt #") && !raw.stdout.includes("Attempt #")) return;
  const failed = new Set(
    [...`${raw.stdout}\n${raw.stderr}`.matchAll(/\bAttempt #(\d{1,3}) Failed\. {1,2}Retrying/g)].map(
      ([, number]) => number,
    ),
  );
  for (const number of failed) failedBefore(raw, `Attempt #${number} failed`);
}

/** In quarantine mode, TestCafe marks the name of a test that passed after a failed attempt. */
function quarantined(raw: RawCase): void {
  const name = raw.attributes.get("name") ?? "";
  if (name.includes(" (unstable)") && caseStatus(raw) === "passed")
    failedBefore(raw, "An earlier attempt failed; the report gives no reason");
}

function failedBefore(raw: RawCase, message: string): void {
  if (caseStatus(raw) === "passed") raw.failures.push({ kind: "failure", role: "flaky", message, ...unreported });
}

const unreported = { type: undefined, time: undefined, timestamp: undefined, body: "", stdout: "", stderr: "" };

/**
 * Decides unclear cases by the totals of the suite. A case with a skip and a failure was skipped if the declared number of
 * failures excludes it. If a suite counts as many flaky tests as it has failures, and no other failures, all of
 * these passed in the end.
 */
export function settle(
  held: readonly HeldCase[],
  dialect: DialectId,
  attributes: ReadonlyMap<string, string>,
  isFull: boolean,
): void {
  const declared = failuresOf(attributes);
  forgive(held, attributes, declared);
  if (!attributes.has("flaky") && !held.some(isUnclear)) return;
  const failed = held.filter(({ raw }) => hasFailed(raw));
  const unclear = failed.filter(isUnclear);
  if (unclear.length > 0 && dialect !== "pytest") {
    const clear = failed.filter((each) => !isUnclear(each));
    const elements = clear.reduce((sum, { raw }) => sum + raw.failures.length, 0);
    if (declared === 0 || (isFull && (declared === clear.length || declared === elements)))
      for (const { raw } of unclear) raw.meant = "skipped";
  }
  const flaky = totalOf(attributes.get("flaky")) ?? 0;
  if (!isFull || flaky === 0 || failed.length > flaky || (declared !== 0 && !failed.every(isOfGdUnit))) return;
  for (const { raw } of failed) for (const failure of raw.failures) failure.role = "flaky";
}

/**
 * Decides cases with a failure that the suite counts apart from its failures: to-do tests of Testem, which are expected to fail, and
 * tests without assertions of Codeception.
 */
function forgive(
  held: readonly HeldCase[],
  attributes: ReadonlyMap<string, string>,
  declared: number | undefined,
): void {
  const useless = totalOf(attributes.get("useless")) ?? 0;
  const empty = useless === 0 ? [] : held.filter(({ raw }) => raw.failures.some(isUseless));
  if (empty.length <= useless)
    for (const { raw } of empty) {
      const own = raw.failures.filter((failure) => !isUseless(failure));
      raw.failures.splice(0, raw.failures.length, ...own);
      raw.properties.push(["risky", "Useless Test"]);
    }
  const todo = totalOf(attributes.get("todo")) ?? 0;
  const failed = todo === 0 || declared !== 0 ? [] : held.filter(({ raw }) => hasFailed(raw));
  if (failed.length <= todo) for (const { raw } of failed) raw.meant = "skipped";
}

function isUseless({ kind, type, body }: RawFailure): boolean {
  return kind === "error" && type === undefined && body.trim() === "Useless Test";
}

/** Returns true for a case with a failure that also has a skip or a status like `disabled`. */
function isUnclear({ raw }: HeldCase): boolean {
  return (
    raw.meant === undefined &&
    raw.failures.length > 0 &&
    (raw.skipped !== undefined || statusByAttribute(raw) === "skipped")
  );
}

/** gdUnit4 also counts failures of flaky tests as failures. */
function isOfGdUnit({ raw }: HeldCase): boolean {
  return raw.failures.every(({ message }) => message?.startsWith("FAILED: res://") === true);
}
