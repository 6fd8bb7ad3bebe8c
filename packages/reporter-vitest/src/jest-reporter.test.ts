import { only } from "@plumb/formats/testing/read-sample.ts";
import { startStubLiveServer } from "@plumb/reporter-core/testing/stub-live-server.ts";
import { expect, test } from "vitest";
import { PlumbJestReporter } from "./jest-reporter.ts";

/** Returns the results of a file in the format of Jest 30, with the fields that the reporter uses. */
const file = (name: string, failureMessage: string | null, statuses: Record<string, string>) => ({
  testFilePath: `/shop/${name}`,
  failureMessage,
  testResults: Object.entries(statuses).map(([title, status]) => ({
    ancestorTitles: ["Cart"],
    title,
    fullName: `Cart ${title}`,
    status,
    duration: 3,
    invocations: 1,
    failureMessages: status === "failed" ? ["Error: no"] : [],
    failureDetails: [],
    retryReasons: [],
  })),
});

test("a failed afterAll is reported besides a failed test of its file", async () => {
  await using server = await startStubLiveServer();
  const reporter = new PlumbJestReporter({ rootDir: "/shop" }, { url: server.url, apiKey: "k" });
  reporter.onRunStart();
  const message = `  ● Cart › pays

    Error: no

  ● Test suite failed to run

    cannot drop the schema

      at Object.<anonymous> (orders.test.js:2:26)
`;
  reporter.onTestFileResult({}, file("orders.test.js", message, { adds: "passed", pays: "failed" }));
  await reporter.onRunComplete([], { wasInterrupted: false });

  expect(only("problem", server.events()).map(({ severity, reason }) => [severity, reason])).toEqual([
    [
      "error",
      expect.stringMatching(/^orders.test.js failed outside its tests: .*\n\n +cannot drop the schema/) as string,
    ],
  ]);
  expect(only("test", server.events()).map(({ status }) => status)).toEqual(["passed", "failed"]);
});

test.for<[object, object | undefined]>([
  [{ testPathPatterns: { patterns: [] }, onlyChanged: false }, undefined],
  [{ testNamePattern: "a b" }, { reason: 'Run with -t "a b"', filter: true }],
  [{ testPathPatterns: { patterns: ["/shop/src/a", "b"] } }, { reason: "Run with src/a b", filter: true }],
  [{ testPathPattern: "cart" }, { reason: "Run with cart", filter: true }],
  [{ onlyChanged: true }, { reason: "Run with --onlyChanged", filter: false }],
  [
    { onlyFailures: true, testNamePattern: "a" },
    { reason: 'Run with --onlyFailures -t "a"', filter: false },
  ],
  [
    { findRelatedTests: true, testPathPatterns: { patterns: ["a.js"] } },
    { reason: "Run with --findRelatedTests a.js", filter: false },
  ],
])("marks a run with %j as partial or whole", async ([config, partial]) => {
  await using server = await startStubLiveServer();
  const reporter = new PlumbJestReporter({ rootDir: "/shop", ...config }, { url: server.url, apiKey: "k" });
  reporter.onRunStart();
  reporter.onTestFileResult({}, file("a.test.js", null, { adds: "passed" }));
  await reporter.onRunComplete([], {});
  expect(server.opened.map((run) => run.partial)).toEqual([partial]);
});

test("a file that fails with passed tests is a problem of the run; one with failed tests is not", async () => {
  await using server = await startStubLiveServer();
  const reporter = new PlumbJestReporter({ rootDir: "/shop" }, { url: server.url, apiKey: "k" });
  reporter.onRunStart();
  reporter.onTestFileResult({}, file("passes.test.js", null, { adds: "passed" }));
  reporter.onTestFileResult({}, file("fails.test.js", "● Cart › pays\n\n    Error: no", { pays: "failed" }));
  reporter.onTestFileResult(
    {},
    file("after.test.js", "\n\n  ● Test suite failed to run\n\n    could not clean", { cleans: "passed" }),
  );
  reporter.onTestFileResult({}, file("broken.test.js", "  ● Test suite failed to run\n\n    Cannot find module", {}));
  await reporter.onRunComplete([], { wasInterrupted: false });

  const events = server.events();
  expect(only("problem", events).map(({ severity, reason }) => [severity, reason.split("\n")[0]])).toEqual([
    ["error", "after.test.js failed outside its tests: ● Test suite failed to run"],
    ["error", "broken.test.js could not run: ● Test suite failed to run"],
  ]);
  expect(only("test", events).map(({ titlePath, status }) => [titlePath.at(-1), status])).toEqual([
    ["adds", "passed"],
    ["pays", "failed"],
    ["cleans", "passed"],
  ]);
});
