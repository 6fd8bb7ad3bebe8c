import { allureResults } from "#allure-results/allure-results.ts";
import { ctrf } from "#ctrf/ctrf.ts";
import { cucumberJson } from "#cucumber-json/cucumber-json.ts";
import { cypressModuleApi } from "#cypress-module-api/cypress-module-api.ts";
import { jestJson } from "#jest-json/jest-json.ts";
import { junit } from "#junit/junit.ts";
import { mochaJson } from "#mocha-json/mocha-json.ts";
import { mochaJsonStream } from "#mocha-json/mocha-json-stream.ts";
import { mochawesome } from "#mochawesome/mochawesome.ts";
import { plumbJson } from "#plumb-json/plumb-json.ts";
import { playwrightBlob } from "#playwright-blob/playwright-blob.ts";
import { playwrightJson } from "#playwright-json/playwright-json.ts";
import { wdioJson } from "#wdio-json/wdio-json.ts";
import { pytestJsonReport } from "#pytest-json-report/pytest-json-report.ts";
import { extentJson } from "#extent-json/extent-json.ts";
import { rspecJson } from "#rspec-json/rspec-json.ts";
import { gtestJson } from "#gtest-json/gtest-json.ts";
import { testcafeJson } from "#testcafe-json/testcafe-json.ts";
import { robotJson } from "#robot-json/robot-json.ts";
import { dartJson } from "#dart-json/dart-json.ts";
import type { ReportFormat } from "#report-format.ts";

/** Every format that can be read, in the order in which they are asked. A format that is not named here does not exist. */
export const formats: readonly ReportFormat[] = [
  plumbJson,
  playwrightJson,
  playwrightBlob,
  allureResults,
  junit,
  ctrf,
  mochawesome,
  jestJson,
  mochaJson,
  mochaJsonStream,
  cypressModuleApi,
  cucumberJson,
  wdioJson,
  pytestJsonReport,
  extentJson,
  robotJson,
  rspecJson,
  gtestJson,
  testcafeJson,
  dartJson,
];

/** The format of an id as it stands in the API; undefined if there is none. */
export function formatById(id: string): ReportFormat | undefined {
  return formats.find((format) => format.id === id);
}
