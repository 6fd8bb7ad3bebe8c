import { expect, test } from "vitest";
import { containing, readReport, sampleText } from "#testing/read-sample.ts";
import { openTestReporting } from "./open-test-reporting.ts";

const sample = (name: string) => sampleText(new URL(`./samples/${name}.xml`, import.meta.url));
const events = sample("events");
const hierarchy = sample("hierarchy");
const read = (text: string) => readReport(openTestReporting, text);

test("accepts events in any order, and tests without an end are errors", async () => {
  const { counts, titles, named } = await read(events);
  expect(counts).toEqual({ tests: 4, passed: 1, failed: 1, error: 1, skipped: 1, flaky: 0 });
  expect(titles).toEqual(["CartTest › adds()", "CartTest › fails()", "CartTest › [1] late", "CartTest › hangs()"]);
  expect(named("[1] late").test?.skipReason).toBe("Assumption failed: no net");
  expect(named("hangs()").attempts).toMatchObject([
    { status: "error", errors: [{ message: containing("never finished") }] },
  ]);
});

test("a test has its entries, output, files, tags, source, and fractions of a millisecond", async () => {
  const { test: adds, attempts, output, files } = (await read(events)).named("adds()");
  expect(adds).toMatchObject({
    file: "src/test/CartTest.java",
    line: 9,
    tags: ["smoke"],
    annotations: [{ type: "ticket", description: "SHOP-1" }],
  });
  expect(attempts).toMatchObject([{ durationMs: 250.25, startedAt: Date.UTC(2026, 2, 1, 10, 0, 0, 100) }]);
  expect(output.map(({ stream, text }) => [stream, text])).toEqual([
    ["stdout", "hello"],
    ["stderr", "careful"],
  ]);
  expect(files).toMatchObject([{ name: "cart.png", path: "shots/cart.png", contentType: "image/png" }]);
  expect((await read(events)).named("fails()").attempts[0]?.errors).toEqual([
    {
      message: "org.opentest4j.AssertionFailedError: expected: <1>",
      stack: containing("CartTest.java:20"),
      type: "org.opentest4j.AssertionFailedError",
    },
  ]);
});

test("a failed container fails the run only if it has no failed tests", async () => {
  const { problems, run, events: all } = await read(events);
  expect(problems).toMatchObject([
    { severity: "error", reason: '"BrokenTest" failed outside its tests: BeforeAll broke' },
  ]);
  expect(run).toEqual({
    kind: "run",
    framework: "junit",
    startedAt: Date.UTC(2026, 2, 1, 10),
    durationMs: 4000,
    metadata: { hostname: "agent-7", operatingSystem: "Linux", java: "21.0.1", branch: "main" },
  });
  expect(JSON.stringify(all)).not.toContain('"ada"');
});

test("a test in a hierarchy is reported where it ends", async () => {
  const { counts, titles, named, problems, run } = await read(hierarchy);
  expect(counts).toEqual({ tests: 3, passed: 2, failed: 1, error: 0, skipped: 0, flaky: 0 });
  expect(titles).toEqual(["CartTest › limits › fails", "CartTest › passes", "PayTest › pays"]);
  expect(named("passes").attempts).toMatchObject([{ durationMs: 5.991 }]);
  expect(named("fails").attempts).toMatchObject([{ durationMs: 250, errors: [{ message: "too many" }] }]);
  expect(problems).toMatchObject([{ severity: "error", reason: '"PayTest" failed outside its tests: AfterAll broke' }]);
  expect(run).toMatchObject({ durationMs: 3000 });
});

test("circular parents cause no endless loop", async () => {
  const { counts } = await read(
    '<events xmlns="opentest4j"><started id="a" name="a" parentId="b" time="x"/><started id="b" name="b" parentId="a" time="x"/><started id="c" name="c" parentId="a" time="x"/><finished id="c"><result status="SUCCESSFUL"/></finished></events>',
  );
  expect(counts).toMatchObject({ tests: 1, passed: 1 });
});

test("a stream without an end, as from a killed process, keeps its events", async () => {
  const { counts, problems } = await read(events.slice(0, events.indexOf('<e:started id="4"')));
  expect(counts).toMatchObject({ tests: 1, passed: 1 });
  expect(problems.map(({ severity }) => severity)).toEqual(["incomplete"]);
  const cut = await read(hierarchy.slice(0, hierarchy.indexOf('<result status="SUCCESSFUL"/></h:child></h:root>')));
  expect(cut.titles).toEqual(["CartTest › limits › fails"]);
  expect(cut.problems).toMatchObject([
    { severity: "incomplete", reason: containing('the test "passes" is not complete') },
  ]);
});

const started = (id: number, name: string, source: string, parent = "") =>
  `<e:started id="${id}" name="${name}" time="2026-03-01T10:00:00Z"${parent}><sources>${source}</sources></e:started>`;
const ended = (id: number) =>
  `<e:finished id="${id}" time="2026-03-01T10:00:01Z"><result status="SUCCESSFUL"/></e:finished>`;

test("classes with the same name in two packages are distinct, and a display name stays", async () => {
  const nodes = ["com.a.CartTest", "com.b.CartTest", "com.b.PayTest"].flatMap((className, index) => [
    started(10 + index, index === 2 ? "Paying" : "CartTest", `<java:classSource className="${className}"/>`),
    started(20 + index, "adds()", "", ` parentId="${10 + index}"`),
    ended(20 + index),
    ended(10 + index),
  ]);
  const { titles } = await read(
    `<e:events xmlns:e="https://schemas.opentest4j.org/reporting/events/0.2.0" xmlns:java="x">${nodes.join("")}</e:events>`,
  );
  expect(titles).toEqual(["com.a.CartTest › adds()", "com.b.CartTest › adds()", "Paying › adds()"]);
});
