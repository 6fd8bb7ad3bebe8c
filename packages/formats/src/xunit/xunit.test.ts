import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { containing, readReport, sampleText } from "#testing/read-sample.ts";
import { xunit } from "./xunit.ts";

const version3 = sampleText(new URL("./samples/version-3.xml", import.meta.url));
const read = (text: string) => readReport(xunit, text);

test("version 3: explicit tests did not run, and tests are nested in assembly and class", async () => {
  const { counts, titles, named } = await read(version3);
  expect(counts).toEqual({ tests: 5, passed: 2, failed: 1, error: 0, skipped: 2, flaky: 0 });
  expect(titles).toEqual([
    "Shop.Tests › Shop.CartTests › Adds(count: 2)",
    "Shop.Tests › Shop.CartTests › Fails",
    "Shop.Tests › Shop.CartTests › a name of its own",
    "Shop.Tests › Shop.CartTests › Skips",
    "Shop.Tests › Shop.CartTests › Explicit",
  ]);
  expect(named("Skips").test?.skipReason).toBe("not yet");
  expect(named("Explicit").test?.skipReason).toBe("Not run: it is explicit");
});

test("keeps the source file if it is the same on every machine", async () => {
  const { named } = await read(version3);
  expect(named("Adds(count: 2)").test).toMatchObject({ file: "test/CartTests.cs", line: 12 });
  expect(named("Fails").test).toMatchObject({ file: null });
  expect(named("Fails").test).not.toHaveProperty("line");
});

test("reads traits, warnings, output, and attachments as text or base64", async () => {
  const { test: adds, attempts, output, files } = (await read(version3)).named("Adds(count: 2)");
  expect(adds).toMatchObject({
    tags: ["smoke"],
    author: "Ada",
    annotations: [
      { type: "Owner", description: "Ada" },
      { type: "Ticket", description: "SHOP-1" },
      { type: "warning", description: "slow" },
    ],
  });
  expect(attempts).toMatchObject([{ durationMs: 1500, startedAt: Date.UTC(2026, 2, 1, 10, 0, 0, 500) }]);
  expect(output).toMatchObject([{ text: "added <two>" }]);
  expect(files).toMatchObject([
    { name: "log", contentType: "text/plain", body: Buffer.from("plain & simple").toString("base64") },
    { name: "shot", contentType: "image/png", body: "iVBORw==" },
  ]);
});

test("a failed cleanup fails the run, although it is not a test", async () => {
  const { problems, run, events } = await read(version3);
  expect(problems).toMatchObject([
    {
      severity: "error",
      reason: "Something failed outside the tests (test-class-cleanup of Shop.CartTests): disk full",
    },
  ]);
  expect(run).toEqual({
    kind: "run",
    framework: "xunit",
    frameworkVersion: "3.2.1+a9cfb80929",
    startedAt: Date.UTC(2026, 2, 1, 10),
    durationMs: 2000,
    metadata: {
      hostname: "agent-7",
      environment: "64-bit (x64) .NET 9.0.5",
      targetFramework: ".NETCoreApp,Version=v9.0",
    },
  });
  expect(JSON.stringify(events)).not.toContain('"ada"');
});

test("version 1 has classes, a decimal comma, messages in reasons, and failures of a class", async () => {
  const { titles, tests, problems, named, run } = await read(
    `<assembly name="c:\\w\\Old.dll" run-date="2012-01-14" run-time="10:21:10" time="0,185" total="2" failed="0" test-framework="xUnit.net 1.9.0.1566">
      <class name="Old.Feature" time="0,1"><failure exception-type="System.Exception"><message>fixture broke</message></failure>
        <test name="Old.Feature.Adds" type="Old.Feature" method="Adds" result="Pass" time="0,153"/>
        <test name="Old.Feature.Skips" type="Old.Feature" method="Skips" result="Skip"><reason><message><![CDATA[not yet]]></message></reason></test>
      </class></assembly>`,
  );
  expect(titles).toEqual(["Old › Old.Feature › Adds", "Old › Old.Feature › Skips"]);
  expect(tests[1]?.skipReason).toBe("not yet");
  expect(named("Adds").attempts).toMatchObject([{ durationMs: 153 }]);
  expect(problems).toMatchObject([{ severity: "error", reason: containing("of Old.Feature): fixture broke") }]);
  expect(run).toMatchObject({ durationMs: 185, metadata: { startedLocalTime: "2012-01-14 10:21:10" } });
});

test("without a class, a test is nested in its collection, whose id changes in each run", async () => {
  const { titles } = await read(
    '<assemblies><assembly name="A"><collection name="Test collection for B (id: 1a2b)"><test name="c" type="" result="Odd"/></collection></assembly></assemblies>',
  );
  expect(titles).toEqual(["A › B › c"]);
});

test("a truncated file keeps the results in attributes", async () => {
  const { counts, problems } = await read(version3.slice(0, version3.indexOf("Assert.True()") + 5));
  expect(counts).toMatchObject({ tests: 2, passed: 1, failed: 1 });
  expect(problems.at(-1)).toMatchObject({ severity: "incomplete", reason: containing("ends inside <message>") });
});
