import { expect, test } from "vitest";
import { containing, readReport, sampleText } from "#testing/read-sample.ts";
import { goTestJson } from "./go-test-json.ts";

const full = sampleText(new URL("./samples/full.jsonl", import.meta.url));
const read = (text: string) => readReport(goTestJson, text);
const event = (action: string, test?: string, rest?: object) =>
  `${JSON.stringify({ Action: action, Package: "p", ...(test === undefined ? {} : { Test: test }), ...rest })}\n`;

test("a test that runs again after the end of its package is one test, and a test ended by a panic is an error", async () => {
  const { counts, named } = await read(full);
  expect(counts).toEqual({ tests: 7, passed: 3, failed: 2, error: 1, skipped: 1, flaky: 1 });
  expect(named("TestFlaky").attempts).toMatchObject([
    {
      status: "failed",
      durationMs: 10,
      errors: [{ message: "cart_test.go:30: not yet", file: "cart_test.go", line: 30 }],
    },
    { status: "passed", durationMs: 20 },
  ]);
  expect(named("TestPanics").attempts).toMatchObject([
    { status: "error", errors: [{ message: "panic: oh no", stack: containing("goroutine 7") }] },
  ]);
});

test("subtests are nested in tests that ran, and other slashes are part of the name", async () => {
  const { titles, named } = await read(full);
  expect(titles).toContain("example.test/shop › TestRows › a/b");
  expect(named("a/b").attempts[0]?.errors).toMatchObject([{ message: "cart_test.go:12: want 1\n    got 2", line: 12 }]);
  expect(named("TestRows").attempts[0]?.errors).toMatchObject([{ message: containing("one of its subtests") }]);
});

test("removes the lines that Go prints around output, and reads durations in seconds, attributes and reasons", async () => {
  const { named } = await read(full);
  expect(named("TestAdds").output).toMatchObject([{ text: "    cart_test.go:7: a log line\n" }]);
  expect(named("TestAdds").attempts).toMatchObject([
    { durationMs: 250, startedAt: Date.UTC(2026, 2, 1, 10, 0, 2, 500) },
  ]);
  expect(named("TestOwned").test?.annotations).toEqual([{ type: "ticket", description: "SHOP-1" }]);
  expect(named("TestSkips").test?.skipReason).toBe("cart_test.go:20: no browser");
  expect(named("TestSkips").attempts).toMatchObject([{ durationMs: 2000 }]);
});

test("a package that failed to build fails the run, with its build output", async () => {
  const { problems, run, outside } = await read(full);
  expect(problems).toMatchObject([
    {
      severity: "error",
      reason: "The package example.test/pay failed outside its tests: ./pay.go:3: undefined: bank",
    },
  ]);
  expect(run).toMatchObject({ framework: "go", startedAt: Date.UTC(2026, 2, 1, 10, 0, 1, 500), durationMs: 35_000 });
  expect(outside).toContainEqual({ kind: "stdout", stream: "stdout", text: "some text of a build\n" });
});

test("before Go 1.24 a failed build is text among the events", async () => {
  const { problems, counts } = await read(`FAIL\tq [build failed]\n${event("pass")}`);
  expect(counts).toMatchObject({ tests: 0 });
  expect(problems).toMatchObject([{ severity: "error", reason: "The package q could not be built" }]);
});

test("the last repetition in one run decides, but a failed package stays failed", async () => {
  const twice = event("run", "T") + event("fail", "T") + event("run", "T") + event("pass", "T") + event("fail");
  const { counts, problems } = await read(twice);
  expect(counts).toMatchObject({ tests: 1, passed: 1, flaky: 1 });
  expect(problems).toMatchObject([{ severity: "error", reason: containing("-count") }]);
});

test("a package that exits with a failure fails the run even if its tests passed", async () => {
  const { problems } = await read(
    event("run", "T") + event("pass", "T") + event("output", undefined, { Output: "exit status 3\n" }) + event("fail"),
  );
  expect(problems).toMatchObject([{ severity: "error", reason: containing("exit status 3") }]);
});

test("benchmarks have no status and pass with their package", async () => {
  const { counts } = await read(event("run", "BenchmarkA") + event("run", "TestB") + event("pass"));
  expect(counts).toMatchObject({ tests: 2, passed: 2 });
});

const printed = (test: string, output: string) => event("run", test) + event("output", test, { Output: output });

test("a test that prints without a line break loses its event but keeps its status", async () => {
  const { tests, named } = await read(
    printed("TestStarts", "belt is running--- PASS: TestStarts (0.00s)\n") +
      printed("TestRows/a", "    --- SKIP: TestRows/a (0.00s)\n") +
      printed("TestStops", "belt stops--- FAIL: TestStops (0.00s)\n") +
      printed("TestGhost", "takes the process down") +
      event("fail"),
  );
  expect(tests.map(({ titlePath, status }) => [titlePath.at(-1), status])).toEqual([
    ["TestStarts", "passed"],
    ["TestRows/a", "skipped"],
    ["TestStops", "failed"],
    ["TestGhost", "error"],
  ]);
  expect(named("TestStarts").output).toMatchObject([{ text: "belt is running\n" }]);
});

test("a repetition with its outcome in its output is not an error", async () => {
  const glued = printed("T", "x--- PASS: T (0.00s)\n");
  expect((await read(glued + glued + event("pass"))).counts).toMatchObject({ tests: 1, passed: 1, flaky: 0 });
});

test("all tests ended by a timeout share its message", async () => {
  const panic = "panic: test timed out after 1s\n\trunning tests:\n\t\tTestBelt/a (1s)\n";
  const { tests, named } = await read(
    event("run", "TestBelt") + event("run", "TestBelt/a") + printed("TestBelt/b", panic) + event("fail"),
  );
  expect(tests.map(({ status }) => status)).toEqual(["error", "error", "error"]);
  for (const name of ["TestBelt", "a", "b"])
    expect(named(name).attempts[0]?.errors).toMatchObject([{ message: "panic: test timed out after 1s" }]);
});

test("a truncated stream is reported, and running tests are errors", async () => {
  const { tests, problems } = await read(full.slice(0, full.indexOf("cart_test.go:20")));
  expect(tests.at(-1)).toMatchObject({ titlePath: ["example.test/shop", "TestSkips"], status: "error" });
  expect(problems).toMatchObject([{ severity: "incomplete", reason: containing("(example.test/shop)") }]);
});

test("a test without a start has the reason of its failure", async () => {
  const { named } = await read(
    event("start") +
      event("output", "TestX", { Output: "    x_test.go:9: boom\n" }) +
      event("fail", "TestX") +
      event("output", "TestX", { Output: "late\n" }) +
      event("fail"),
  );
  expect(named("TestX").attempts).toMatchObject([{ status: "failed", errors: [{ message: "x_test.go:9: boom" }] }]);
});
