import { only } from "@plumb/formats/testing/read-sample.ts";
import { liveEnd } from "@plumb/reporter-core/testing/live-end.ts";
import { expect, test } from "vitest";
import { PlumbJestReporter } from "./jest-reporter.ts";

/** What Jest 30 says of a file, as far as it is read. */
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

test("a file that fails though its tests passed is a problem of the run; one whose tests failed says so itself", async () => {
  await using server = await liveEnd();
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

  const told = server.events();
  expect(only("problem", told).map(({ severity, reason }) => [severity, reason.split("\n")[0]])).toEqual([
    ["error", "after.test.js failed outside its tests: ● Test suite failed to run"],
    ["error", "broken.test.js could not run: ● Test suite failed to run"],
  ]);
  expect(only("test", told).map(({ titlePath, status }) => [titlePath.at(-1), status])).toEqual([
    ["adds", "passed"],
    ["pays", "failed"],
    ["cleans", "passed"],
  ]);
});
