import { asNumber, asObject, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import type { AnnotationRecord, AttemptRecord, TestRecord, Verdict } from "#results/test-record.ts";
import { errorOf, requestErrorOf, scriptErrorsOf } from "./errors.ts";
import { exchangeOf } from "./exchange.ts";

interface ExecutionTest {
  readonly record: TestRecord;
  readonly isAssertion: boolean;
}

/**
 * Returns the tests of an execution: its assertions, with the same names as in Newman's JUnit XML. A request without assertions is
 * a test too, and so is a request with an error that none of its failed assertions can show.
 */
export function executionTests(execution: JsonObject, path: readonly string[]): ExecutionTest[] {
  const assertions = objectsOf(execution["assertions"]);
  const requestError = requestErrorOf(execution["requestError"]);
  const scriptErrors = scriptErrorsOf(execution);
  const failsAssertions = assertions.some((assertion) => verdictOf(assertion) === "failed");
  const ownErrors = [...(requestError === undefined || failsAssertions ? [] : [requestError]), ...scriptErrors];
  const common = {
    durationMs: asNumber(asObject(execution["response"])?.["responseTime"]),
    annotations: iterationOf(execution),
    exchange: failsAssertions || ownErrors.length > 0 ? exchangeOf(execution) : "",
  };
  const tests: ExecutionTest[] = assertions.map((assertion) => {
    const status = verdictOf(assertion);
    const error = asObject(assertion["error"]);
    const errors = [requestError, error === undefined ? undefined : errorOf(error)].filter(
      (each) => each !== undefined,
    );
    const titlePath = [...path, asString(assertion["assertion"]) ?? ""];
    return { record: testRecord(titlePath, { status, errors }, common), isAssertion: true };
  });
  if (ownErrors.length > 0)
    tests.push({ record: testRecord(path, { status: "error", errors: ownErrors }, common), isAssertion: false });
  else if (assertions.length === 0)
    tests.push({ record: testRecord(path, { status: "passed" }, common), isAssertion: false });
  return tests;
}

interface Common {
  readonly durationMs: number | undefined;
  readonly annotations: readonly AnnotationRecord[];
  /** Request and response, only if something failed. */
  readonly exchange: string;
}

function testRecord(titlePath: readonly string[], result: AttemptRecord, common: Common): TestRecord {
  const { status, errors } = result;
  const { durationMs, annotations, exchange } = common;
  const isFailed = status === "failed" || status === "error";
  const attempt = { status, errors, durationMs, stdout: isFailed ? exchange : "" };
  return { titlePath, status, annotations, attempts: [attempt] };
}

function verdictOf({ skipped, error }: JsonObject): Verdict {
  if (error !== undefined && error !== null && error !== false) return "failed";
  return skipped === true ? "skipped" : "passed";
}

function iterationOf(execution: JsonObject): AnnotationRecord[] {
  const { iteration, cycles } = asObject(execution["cursor"]) ?? {};
  const [index, count] = [asNumber(iteration), asNumber(cycles) ?? 1];
  return index === undefined || count < 2 ? [] : [{ type: "iteration", description: `${index + 1} of ${count}` }];
}
