import type { TestFile } from "../history/test-file.ts";
import type { Outcome } from "../history/outcomes.ts";
import { hexOf } from "../history/roll.ts";
import type { DemoRun } from "../history/schedule.ts";
import { locationOf } from "./code-frame.ts";
import type { ReportFile } from "./report-file.ts";
import { cdata, element, openTag, seconds } from "./xml.ts";

/** Returns the files that mocha-junit-reporter writes for Cypress: one per spec, with a hash of the content in its name. */
export function cypressReports(run: DemoRun, outcomes: readonly Outcome[]): ReportFile[] {
  let startedAt = run.startedAt;
  return [...Map.groupBy(outcomes, ({ test }) => test.file)].flatMap(([file, each]) => {
    const text = specReport(file, each, startedAt);
    startedAt += totalMs(each) + 6000;
    return [{ name: `cypress/results/junit-${hexOf(32, text)}.xml`, text }, ...each.flatMap(screenshot)];
  });
}

function specReport(file: TestFile, outcomes: readonly Outcome[], startedAt: number): string {
  const failures = outcomes.filter(({ status }) => status === "failed").length;
  const skipped = outcomes.filter(({ status }) => status === "skipped").length;
  const time = seconds(totalMs(outcomes));
  const timestamp = new Date(startedAt).toISOString().slice(0, 19);
  const counts = { tests: outcomes.length, failures, ...(skipped === 0 ? {} : { skipped }) };
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    openTag("testsuites", { name: "Mocha Tests", time, ...counts }),
    `  ${openTag("testsuite", { name: "Root Suite", timestamp, tests: 0, file: file.file, time: "0.000", failures: 0 })}`,
    `  </testsuite>`,
    `  ${openTag("testsuite", { name: file.title, timestamp, ...counts, time })}`,
    ...outcomes.map(testCase),
    `  </testsuite>`,
    `</testsuites>`,
    "",
  ].join("\n");
}

function testCase(outcome: Outcome): string {
  const { test, attempts, status } = outcome;
  const attempt = attempts.at(-1);
  const attributes = {
    name: `${test.file.title} ${test.title}`,
    time: seconds(attempt?.durationMs ?? 0),
    classname: test.title,
  };
  if (status === "skipped") return `    ${openTag("testcase", attributes)}\n      <skipped/>\n    </testcase>`;
  const failure = attempt?.failure;
  if (failure === undefined) return `    ${openTag("testcase", attributes)}\n    </testcase>`;
  const { cause, message } = failure;
  const { line, column } = locationOf(test, cause);
  const frames = [
    ...(cause.frames ?? []),
    `at Context.eval (webpack://shop-mobile/./${test.file.file}:${line}:${column})`,
  ];
  const stack = `${cause.type}: ${message}\n${frames.map((frame) => `    ${frame}`).join("\n")}`;
  return [
    `    ${openTag("testcase", attributes)}`,
    `      ${openTag("failure", { message, type: cause.type })}${cdata(stack)}</failure>`,
    ...screenshot(outcome).map(({ name }) => `      ${element("system-out", {}, `[[ATTACHMENT|${name}]]`)}`),
    `    </testcase>`,
  ].join("\n");
}

/** Cypress names a screenshot after the full title of the test. */
function screenshot({ test, attempts }: Outcome): ReportFile[] {
  const picture = attempts.at(-1)?.failure?.cause.picture;
  if (picture === undefined) return [];
  const spec = test.file.file.slice("cypress/e2e/".length);
  return [{ name: `cypress/screenshots/${spec}/${test.file.title} -- ${test.title} (failed).png`, recorded: picture }];
}

function totalMs(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, { attempts }) => sum + (attempts.at(-1)?.durationMs ?? 0), 0);
}
