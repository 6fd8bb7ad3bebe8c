import { expect, test } from "vitest";
import { containing, readReport, sampleText } from "#testing/read-sample.ts";
import { testng } from "./testng.ts";

const sample = (name: string) => sampleText(new URL(`./samples/${name}.xml`, import.meta.url));
const version6 = sample("version-6");

const read = (text: string) => readReport(testng, text);

test("version 6: a SKIP with the exception of a failure is an execution that was retried", async () => {
  const { counts, named } = await read(version6);
  expect(counts).toEqual({ tests: 8, passed: 3, failed: 1, error: 0, skipped: 4, flaky: 1 });
  // Listed after the passed execution, because both began in the same millisecond.
  expect(named("flaky").test).toMatchObject({ status: "passed", flaky: true, tags: ["smoke"] });
  expect(named("flaky").attempts).toMatchObject([
    {
      status: "failed",
      durationMs: 5,
      errors: [
        {
          message: "expected 2",
          type: "java.lang.AssertionError",
          stack: "java.lang.AssertionError: expected 2\n\tat shop.CartTest.flaky(CartTest.java:9)",
        },
      ],
    },
    { status: "passed", durationMs: 4 },
  ]);
  expect(named("always").attempts.map(({ errors }) => errors[0]?.message)).toEqual(["first", "second"]);
});

test("real skips stay skips with a reason, and so does a failure within its success percentage", async () => {
  const { tests } = await read(version6);
  expect(
    tests
      .filter(({ status }) => status === "skipped")
      .map(({ titlePath, skipReason }) => [titlePath.at(-1), skipReason]),
  ).toEqual([
    ["sum", "no sevens"],
    ["depends", "Method depends() depends on not successfully finished methods"],
    ["often", "Failed, but within its success percentage"],
    ["pays", "The configuration method shop.pay.PayTest.connect failed: no bank"],
  ]);
});

test("configuration methods are not tests, but a failed one fails the run", async () => {
  const { problems, tests } = await read(version6);
  expect(tests.map(({ titlePath }) => titlePath.at(-1))).not.toContain("open");
  expect(problems).toMatchObject([
    { severity: "error", reason: "The configuration method shop.pay.PayTest.connect failed: no bank" },
    { severity: "error", reason: containing("declares 2 failures, but lists only 1") },
  ]);
});

test("parameters, instances and browsers are the variant, without addresses of objects", async () => {
  const { tests, named } = await read(version6);
  expect(tests.filter(({ titlePath }) => titlePath.at(-1) === "sum").map(({ variant }) => variant)).toEqual([
    "2, null, shop.Item",
    "7",
  ]);
  expect(named("sees").test).toMatchObject({
    titlePath: ["Shop", "shop.CartTest", "sees"],
    variant: "desktop-chrome, admin",
    browser: "chrome",
  });
  expect(named("pays").test).toMatchObject({ titlePath: ["Shop", "shop.pay.PayTest", "pays"] });
});

test("a method has its output, referenced images and description", async () => {
  const { named, outside } = await read(version6);
  const { output, files, test: always } = named("always");
  expect(always?.annotations).toEqual([{ type: "description", description: "a <b>bold</b> one" }]);
  expect(files).toMatchObject([{ name: "always.png", path: "shots/always.png", attempt: 1 }]);
  expect(output).toMatchObject([{ text: containing("before\n<img") }]);
  // The output of a configuration method belongs to the run, because its test is unknown.
  expect(outside).toMatchObject([
    { kind: "stdout", stream: "stdout", text: "suite begins\n" },
    { kind: "stdout", stream: "stdout", text: containing("opened") },
    { kind: "artifact", name: "open.png", path: "shots/open.png" },
  ]);
});

test("a Z in version 6 is local time, and only UTC and GMT of later versions are zones", async () => {
  expect((await read(version6)).run).toEqual({
    kind: "run",
    framework: "testng",
    durationMs: 1200,
    metadata: { startedLocalTime: "2026-03-01T10:00:00" },
  });
  const { run } = await read(sample("version-7"));
  expect(run).toMatchObject({ startedAt: Date.UTC(2026, 2, 1, 10), metadata: { ignored: "3" } });
  const { run: other } = await read('<testng-results><suite started-at="2026-03-01T10:00:00 IST"/></testng-results>');
  expect(other).toMatchObject({ metadata: { startedLocalTime: "2026-03-01T10:00:00 IST" } });
});

test("version 7 marks reruns, so that nothing is guessed, and tests without an end failed", async () => {
  const { counts, tests, named } = await read(sample("version-7"));
  expect(counts).toEqual({ tests: 4, passed: 1, failed: 2, error: 0, skipped: 1, flaky: 1 });
  expect(tests[0]).toMatchObject({ flaky: true, variant: "Item", author: "Ada" });
  expect(tests[0]?.annotations).toContainEqual({ type: "ticket", description: "SHOP-1" });
  expect(named("config").test).toMatchObject({ status: "skipped", skipReason: "set-up failed" });
  expect(named("lost").test).toMatchObject({ status: "failed" });
});

test("a truncated file keeps results in attributes", async () => {
  const { tests, problems } = await read(version6.slice(0, version6.indexOf("no sevens") + 3));
  expect(tests.map(({ titlePath }) => titlePath.at(-1))).toEqual(["flaky", "always", "sum", "sum"]);
  expect(problems).toMatchObject([{ severity: "incomplete", reason: containing("ends inside <message>") }]);
});
