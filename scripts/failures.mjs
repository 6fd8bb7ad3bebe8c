import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** How much of a failure's message is repeated: enough for the assertion and where it stands. */
const maxLines = 16;

/**
 * @typedef {{ name: string, status: string, message: string,
 *   assertionResults: readonly { fullName: string, status: string, failureMessages: readonly string[] }[] }} VitestFile
 * @typedef {{ message?: string, stack?: string, snippet?: string }} PlaywrightError
 * @typedef {{ projectName: string, status: string, results: readonly { errors: readonly PlaywrightError[] }[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, line: number, tests: readonly PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ suites?: readonly PlaywrightSuite[], specs?: readonly PlaywrightSpec[] }} PlaywrightSuite
 */

/**
 * What failed according to vitest's JSON report, one text per failure: where, which, and the beginning of its message.
 *
 * @param {{ testResults: readonly VitestFile[] }} report
 * @returns {string[]}
 */
export function vitestFailures({ testResults }) {
  return testResults.flatMap((file) => {
    const name = relative(process.cwd(), file.name);
    const failed = file.assertionResults.filter(({ status }) => status === "failed");
    // A file that could not be loaded has no tests.
    if (failed.length === 0) return file.status === "failed" ? [failure(name, [file.message])] : [];
    return failed.map((test) => failure(`${name} › ${test.fullName}`, test.failureMessages));
  });
}

/**
 * The same from Playwright's JSON report.
 *
 * @param {{ suites: readonly PlaywrightSuite[], errors?: readonly PlaywrightError[] }} report
 * @returns {string[]}
 */
export function playwrightFailures({ suites, errors = [] }) {
  const outside = errors.map((error) => failure("outside of a test", [textOf(error)]));
  return [...outside, ...suites.flatMap(failuresOfSuite)];
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failuresOfSuite({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ projectName, results }) =>
        failure(`${projectName} › ${file}:${line} › ${title}`, (results.at(-1)?.errors ?? []).map(textOf)),
      ),
  );
  return [...own, ...suites.flatMap(failuresOfSuite)];
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
