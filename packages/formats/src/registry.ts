import { allureResults } from "#allure-results/allure-results.ts";
import { ctrf } from "#ctrf/ctrf.ts";
import { cucumberJson } from "#cucumber-json/cucumber-json.ts";
import { cucumberMessages } from "#cucumber-messages/cucumber-messages.ts";
import { cypressModuleApi } from "#cypress-module-api/cypress-module-api.ts";
import { dartJson } from "#dart-json/dart-json.ts";
import { extentJson } from "#extent-json/extent-json.ts";
import { goTestJson } from "#go-test-json/go-test-json.ts";
import { gtestJson } from "#gtest-json/gtest-json.ts";
import { jestJson } from "#jest-json/jest-json.ts";
import { junit } from "#junit/junit.ts";
import { karateJson } from "#karate-json/karate-json.ts";
import { mochaJsonStream } from "#mocha-json/mocha-json-stream.ts";
import { mochaJson } from "#mocha-json/mocha-json.ts";
import { mochawesome } from "#mochawesome/mochawesome.ts";
import { newmanJson } from "#newman-json/newman-json.ts";
import { nunit } from "#nunit/nunit.ts";
import { openTestReporting } from "#open-test-reporting/open-test-reporting.ts";
import { playwrightBlob } from "#playwright-blob/playwright-blob.ts";
import { playwrightHtml } from "#playwright-html/playwright-html.ts";
import { playwrightJson } from "#playwright-json/playwright-json.ts";
import { plumbJson } from "#plumb-json/plumb-json.ts";
import { pytestJsonReport } from "#pytest-json-report/pytest-json-report.ts";
import { robotJson } from "#robot-json/robot-json.ts";
import { robotOutput } from "#robot-output/robot-output.ts";
import { rspecJson } from "#rspec-json/rspec-json.ts";
import { tap } from "#tap/tap.ts";
import { testcafeJson } from "#testcafe-json/testcafe-json.ts";
import { testng } from "#testng/testng.ts";
import { trx } from "#trx/trx.ts";
import { wdioJson } from "#wdio-json/wdio-json.ts";
import { xunit } from "#xunit/xunit.ts";
import type { ReportFormat } from "./report-format.ts";

/** All supported formats, in the order of detection. */
export const formats: readonly ReportFormat[] = [
  plumbJson,
  playwrightJson,
  playwrightBlob,
  allureResults,
  junit,
  nunit,
  testng,
  trx,
  xunit,
  robotOutput,
  cucumberMessages,
  goTestJson,
  tap,
  openTestReporting,
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
  karateJson,
  newmanJson,
  playwrightHtml,
];

/** Returns the format with this id, undefined if there is none. */
export function formatById(id: string): ReportFormat | undefined {
  return formats.find((format) => format.id === id);
}
