import { allureMeanings } from "#allure-results/meanings.ts";
import { ctrfMeanings } from "#ctrf/meanings.ts";
import { cucumberJsonMeanings } from "#cucumber-json/meanings.ts";
import { cucumberMessagesMeanings } from "#cucumber-messages/meanings.ts";
import { cypressMeanings } from "#cypress-module-api/meanings.ts";
import { dartMeanings } from "#dart-json/meanings.ts";
import { extentMeanings } from "#extent-json/meanings.ts";
import { goMeanings } from "#go-test-json/meanings.ts";
import { gtestMeanings } from "#gtest-json/meanings.ts";
import { jestMeanings } from "#jest-json/meanings.ts";
import { junitMeanings } from "#junit/meanings.ts";
import { karateMeanings } from "#karate-json/meanings.ts";
import { mochaJsonMeanings } from "#mocha-json/meanings.ts";
import { mochaJsonStreamMeanings } from "#mocha-json/stream-meanings.ts";
import { mochawesomeMeanings } from "#mochawesome/meanings.ts";
import { newmanMeanings } from "#newman-json/meanings.ts";
import { nunitMeanings } from "#nunit/meanings.ts";
import { openTestReportingMeanings } from "#open-test-reporting/meanings.ts";
import { playwrightBlobMeanings } from "#playwright-blob/meanings.ts";
import { playwrightHtmlMeanings } from "#playwright-html/meanings.ts";
import { playwrightJsonMeanings } from "#playwright-json/meanings.ts";
import { plumbJsonMeanings } from "#plumb-json/meanings.ts";
import { pytestMeanings } from "#pytest-json-report/meanings.ts";
import { robotJsonMeanings } from "#robot-json/meanings.ts";
import { robotOutputMeanings } from "#robot-output/meanings.ts";
import { rspecMeanings } from "#rspec-json/meanings.ts";
import { tapMeanings } from "#tap/meanings.ts";
import { testcafeMeanings } from "#testcafe-json/meanings.ts";
import { testngMeanings } from "#testng/meanings.ts";
import { trxMeanings } from "#trx/meanings.ts";
import { wdioMeanings } from "#wdio-json/meanings.ts";
import { xunitMeanings } from "#xunit/meanings.ts";
import type { Meaning } from "#meanings.ts";

/** Rows of each format, by its id. */
export const meaningsByFormat: Readonly<Record<string, readonly Meaning[]>> = {
  "allure-results": allureMeanings,
  ctrf: ctrfMeanings,
  "cucumber-json": cucumberJsonMeanings,
  "cucumber-messages": cucumberMessagesMeanings,
  "cypress-module-api": cypressMeanings,
  "dart-json": dartMeanings,
  "extent-json": extentMeanings,
  "go-test-json": goMeanings,
  "gtest-json": gtestMeanings,
  "jest-json": jestMeanings,
  junit: junitMeanings,
  "karate-json": karateMeanings,
  "mocha-json": mochaJsonMeanings,
  "mocha-json-stream": mochaJsonStreamMeanings,
  mochawesome: mochawesomeMeanings,
  "newman-json": newmanMeanings,
  nunit: nunitMeanings,
  "open-test-reporting": openTestReportingMeanings,
  "playwright-blob": playwrightBlobMeanings,
  "playwright-html": playwrightHtmlMeanings,
  "playwright-json": playwrightJsonMeanings,
  "plumb-json": plumbJsonMeanings,
  "pytest-json-report": pytestMeanings,
  "robot-json": robotJsonMeanings,
  "robot-output": robotOutputMeanings,
  "rspec-json": rspecMeanings,
  tap: tapMeanings,
  "testcafe-json": testcafeMeanings,
  testng: testngMeanings,
  trx: trxMeanings,
  "wdio-json": wdioMeanings,
  xunit: xunitMeanings,
};
