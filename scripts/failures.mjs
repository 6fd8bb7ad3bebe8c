import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { isFlaky } from "./counts.mjs";

/** Maximum number of lines per error message: enough for the assertion and its location. */
const maxLines = 16;

/**
 * @typedef {import("./counts.mjs").Findings} Findings
 * @typedef {{ name: string, status: string, message: string,
 *   assertionResults: readonly import("./counts.mjs").VitestTest[] }} VitestFile
 * @typedef {{ message?: string, stack?: string, snippet?: string }} PlaywrightError
 * @typedef {{ projectName: string, status: string, results: readonly { errors: readonly PlaywrightError[] }[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, line: number, tests: readonly PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ suites?: readonly PlaywrightSuite[], specs?: readonly PlaywrightSpec[] }} PlaywrightSuite
 */

/**
 * Returns the failed and flaky tests in vitest's JSON report, each with location, test and the beginning of its message.
 *
 * @param {{ testResults: readonly VitestFile[] }} report
 * @returns {Findings}
 */
export function vitestFindings({ testResults }) {
  const failed = testResults.flatMap((file) => {
    const name = nameOf(file);
    const failed = file.assertionResults.filter(({ status }) => status === "failed");
    // A file that could not be loaded has no tests.
    if (failed.length === 0) return file.status === "failed" ? [failure(name, [file.message])] : [];
    return failed.map((test) => failure(`${name} › ${test.fullName}`, test.failureMessages));
  });
  const flaky = testResults.flatMap((file) =>
    file.assertionResults
      .filter(isFlaky)
      .map((test) => failure(`${nameOf(file)} › ${test.fullName}`, test.failureMessages)),
  );
  return { failed, flaky };
}

/** @param {VitestFile} file */
function nameOf({ name }) {
  return relative(process.cwd(), name);
}

/**
 * Returns the failed and flaky tests in Playwright's JSON report.
 *
 * @param {{ suites: readonly PlaywrightSuite[], errors?: readonly PlaywrightError[] }} report
 * @returns {Findings}
 */
export function playwrightFindings({ suites, errors = [] }) {
  const outside = errors.map((error) => failure("outside of a test", [textOf(error)]));
  return {
    failed: [...outside, ...suites.flatMap((suite) => testsThat("unexpected", suite))],
    flaky: suites.flatMap((suite) => testsThat("flaky", suite)),
  };
}

/**
 * @param {string} wanted status of the tests
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function testsThat(wanted, { suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName, results }) => {
        // Only the first attempt is printed, because later attempts passed or failed in the same way.
        const errors = results[0]?.errors ?? [];
        return failure(`${projectName} › ${file}:${line} › ${title}`, errors.map(textOf));
      }),
  );
  return [...own, ...suites.flatMap((suite) => testsThat(wanted, suite))];
}

/** @param {PlaywrightError} error */
function textOf({ stack, message, snippet }) {
  return [stack ?? message, snippet].filter((part) => part !== undefined).join("\n");
}

/**
 * @param {string} where
 * @param {readonly string[]} messages
 */
function failure(where, messages) {
  const lines = stripVTControlCharacters(messages.join("\n"))
    .split("\n")
    .filter((line) => line.trim() !== "");
  const shown = lines.slice(0, maxLines).map((line) => `    ${line}`);
  return [`  ${where}`, ...shown].join("\n");
}
