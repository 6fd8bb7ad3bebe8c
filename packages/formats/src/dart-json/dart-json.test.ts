import { expect, test } from "vitest";
import { containing, readWhole, sampleText } from "#testing/read-sample.ts";
import { dartJson } from "./dart-json.ts";

const sample = () => sampleText(new URL("./samples/full.jsonl", import.meta.url));
const start = '{"protocolVersion":"0.1.1","type":"start","time":0}\n';

test("loading a file is not a test, but fails the run if it fails", async () => {
  const { counts, problems, run, outputs } = await readWhole(dartJson, sample());
  expect(counts).toEqual({ tests: 3, passed: 1, failed: 1, error: 0, skipped: 1, flaky: 0 });
  expect(problems).toEqual(["error: loading test/gone_test.dart: Failed to load: no such file"]);
  expect(run).toEqual({ kind: "run", framework: "dart", frameworkVersion: "1.25.0", durationMs: 40 });
  expect(outputs.map(({ test: id, text }) => [id, text])).toEqual([
    [undefined, "a line of somebody\n"],
    ["1", "hello\n"],
  ]);
});

test("a test has its groups, file, platform and line, even if tests run in parallel", async () => {
  const { tests, attempts } = await readWhole(dartJson, sample());
  expect(tests).toMatchObject([
    {
      file: "test/cart_test.dart",
      titlePath: ["Cart", "total", "adds"],
      variant: "chrome",
      browser: "chrome",
      line: 7,
    },
    { titlePath: ["Cart", "fails"], status: "failed" },
    { titlePath: ["Cart", "later"], skipReason: "not yet" },
  ]);
  expect(attempts.map(({ durationMs }) => durationMs)).toEqual([20, 20, null]);
  expect(attempts[1]?.errors).toEqual([
    { message: "Expected: <2>\n  Actual: <1>", stack: containing("cart_test.dart 13:9") },
  ]);
});

test.for([
  ['{"success":false,"type":"done","time":1}', "no listed test failed"],
  ['{"success":null,"type":"done","time":1}', "stopped before it finished"],
] as const)("a run that ends with %s is not green", async ([done, reason]) => {
  const { problems } = await readWhole(dartJson, `${start}${done}\n`);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(reason);
});

test("a run without an end was truncated, and running tests are interrupted", async () => {
  const text = sample();
  const { tests, problems } = await readWhole(dartJson, text.slice(0, text.indexOf('{"testID":6,"result"')));
  expect(tests.map(({ status, skipReason }) => [status, skipReason])).toEqual([
    ["skipped", containing("Interrupted")],
    ["skipped", containing("Interrupted")],
  ]);
  expect(problems).toContainEqual(containing("incomplete: The file ends in the middle"));
});

test("ignores values of the wrong type", async () => {
  const lines = ['{"type":"testStart","test":4}', '{"type":"testStart","test":{"id":1,"name":3,"groupIDs":[[]]}}'];
  const done = '{"type":"testDone","testID":1,"result":7}\n{"type":"done","success":true}';
  const { counts } = await readWhole(dartJson, `${start}${lines.join("\n")}\n${done}`);
  expect(counts).toMatchObject({ tests: 1, skipped: 1 });
});

const line = (event: object) => `${JSON.stringify(event)}\n`;

test("a test that the runner retries has one attempt per execution", async () => {
  const { tests, attempts } = await readWhole(
    dartJson,
    start +
      line({ type: "testStart", time: 1, test: { id: 1, name: "adds", groupIDs: [], suiteID: 0 } }) +
      line({ type: "error", testID: 1, error: "first", stackTrace: "a.dart 1:1", isFailure: true, time: 2 }) +
      line({ type: "print", testID: 1, messageType: "print", message: "Retry: adds", time: 3 }) +
      line({ type: "testDone", testID: 1, result: "success", hidden: false, skipped: false, time: 5 }) +
      line({ type: "done", success: true, time: 6 }),
  );
  expect(tests).toMatchObject([{ status: "passed", flaky: true }]);
  expect(attempts).toMatchObject([
    { status: "failed", errors: [{ message: "first" }] },
    { status: "passed", errors: [] },
  ]);
});
