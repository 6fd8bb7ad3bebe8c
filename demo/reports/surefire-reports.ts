import type { TestFile } from "../history/test-file.ts";
import type { DemoAttempt, Outcome } from "../history/outcomes.ts";
import type { DemoRun } from "../history/schedule.ts";
import { locationOf } from "./code-frame.ts";
import type { ReportFile } from "./report-file.ts";
import { cdata, element, openTag, seconds } from "./xml.ts";

type Failed = Required<DemoAttempt>;

const schema = {
  "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
  "xsi:noNamespaceSchemaLocation":
    "https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report.xsd",
  version: "3.0.2",
};

const properties = {
  "java.version": "21.0.8",
  "os.name": "Linux",
  "os.arch": "amd64",
  "java.class.path":
    "/builds/shop/back-office/target/test-classes:/root/.m2/repository/org/seleniumhq/selenium/selenium-java/4.35.0/selenium-java-4.35.0.jar",
};

/** Returns the files that Maven Surefire writes with `rerunFailingTestsCount`, one per test class. */
export function surefireReports(run: DemoRun, outcomes: readonly Outcome[]): ReportFile[] {
  return [...Map.groupBy(outcomes, ({ test }) => test.file)].flatMap(([file, each]) => [
    { name: `target/surefire-reports/TEST-${file.file}.xml`, text: classReport(run, file, each) },
    ...each.flatMap(screenshots),
  ]);
}

function classReport(run: DemoRun, file: TestFile, outcomes: readonly Outcome[]): string {
  const final = outcomes.filter(({ status }) => status === "failed").flatMap(({ attempts }) => attempts.slice(0, 1));
  const errors = final.filter(isError).length;
  const total = outcomes.flatMap(({ attempts }) => attempts).reduce((sum, { durationMs }) => sum + durationMs, 0);
  const attributes = {
    ...schema,
    name: file.file,
    time: seconds(total),
    tests: outcomes.length,
    errors,
    skipped: outcomes.filter(({ status }) => status === "skipped").length,
    failures: final.length - errors,
    flakes: outcomes.filter(({ status }) => status === "flaky").length,
  };
  const facts = { ...properties, "build.number": run.build };
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    openTag("testsuite", attributes),
    `  <properties>`,
    ...Object.entries(facts).map(([name, value]) => `    ${element("property", { name, value })}`),
    `  </properties>`,
    ...outcomes.map(testCase),
    `</testsuite>`,
    "",
  ].join("\n");
}

/** The first failure is a `failure` or `error`, followed by its reruns. If the test passed in the end, all its failures are flakes. */
function testCase(outcome: Outcome): string {
  const { test, status, attempts } = outcome;
  const failed = attempts.filter((attempt): attempt is Failed => attempt.failure !== undefined);
  const passed = attempts.find(({ failure }) => failure === undefined);
  const time = seconds((passed ?? attempts[0])?.durationMs ?? 0);
  const children =
    status === "skipped"
      ? [element("skipped", { message: test.skipped?.reason })]
      : failed.map((attempt, index) => {
          if (status === "flaky") return nested("flaky", outcome, attempt, index);
          return index === 0 ? first(outcome, attempt) : nested("rerun", outcome, attempt, index);
        });
  const attributes = { name: test.title, classname: test.file.file, time };
  if (children.length === 0) return `  ${element("testcase", attributes)}`;
  return `  ${openTag("testcase", attributes)}\n${children.map((child) => `    ${child}`).join("\n")}\n  </testcase>`;
}

function first(outcome: Outcome, attempt: Failed): string {
  const { cause, message } = attempt.failure;
  const name = isError(attempt) ? "error" : "failure";
  const output = element("system-out", {}, cdata(outputOf(outcome, 0)));
  return `${openTag(name, { message, type: cause.type })}${cdata(stackOf(outcome, attempt))}</${name}>\n    ${output}`;
}

function nested(kind: "flaky" | "rerun", outcome: Outcome, attempt: Failed, index: number): string {
  const { cause, message } = attempt.failure;
  return [
    openTag(`${kind}${isError(attempt) ? "Error" : "Failure"}`, { message, type: cause.type }),
    `      ${element("stackTrace", {}, cdata(stackOf(outcome, attempt)))}`,
    `      ${element("system-out", {}, cdata(outputOf(outcome, index)))}`,
    `    </${kind}${isError(attempt) ? "Error" : "Failure"}>`,
  ].join("\n");
}

/** Surefire reports a failure without an assertion as an error. */
function isError({ failure }: DemoAttempt): boolean {
  return failure !== undefined && !failure.cause.type.includes("Assertion");
}

function stackOf({ test }: Outcome, { failure: { cause, message } }: Failed): string {
  const simple = test.file.file.split(".").at(-1) ?? "";
  const method = test.title.replace(/\(.*$/, "");
  const frames = [
    ...(cause.frames ?? []),
    `at ${test.file.file}.${method}(${simple}.java:${locationOf(test, cause).line})`,
  ];
  return `${cause.type}: ${message}\n${frames.map((frame) => `\t${frame}`).join("\n")}\n`;
}

function outputOf(outcome: Outcome, index: number): string {
  const log = `INFO  BrowserExtension - ${outcome.test.title}: closing the browser after a failure`;
  const picture = screenshots(outcome)[index];
  return picture === undefined ? `${log}\n` : `${log}\n[[ATTACHMENT|${picture.name}]]\n`;
}

function screenshots({ test, attempts }: Outcome): ReportFile[] {
  const simple = test.file.file.split(".").at(-1) ?? "";
  const method = test.title.replaceAll(/[^A-Za-z0-9]+/g, "-").replace(/-$/, "");
  return attempts.flatMap(({ failure }, index) => {
    const picture = failure?.cause.picture;
    return picture === undefined
      ? []
      : [{ name: `target/screenshots/${simple}/${method}-${index + 1}.png`, recorded: picture }];
  });
}
