import { allureResults } from "#allure-results/allure-results.ts";
import { cucumberMessages } from "#cucumber-messages/cucumber-messages.ts";
import { goTestJson } from "#go-test-json/go-test-json.ts";
import { junit } from "#junit/junit.ts";
import { nunit } from "#nunit/nunit.ts";
import { openTestReporting } from "#open-test-reporting/open-test-reporting.ts";
import { plumbJson } from "#plumb-json/plumb-json.ts";
import { playwrightBlob } from "#playwright-blob/playwright-blob.ts";
import { playwrightJson } from "#playwright-json/playwright-json.ts";
import { robotOutput } from "#robot-output/robot-output.ts";
import { tap } from "#tap/tap.ts";
import { testng } from "#testng/testng.ts";
import { trx } from "#trx/trx.ts";
import { xunit } from "#xunit/xunit.ts";
import type { ReportFormat } from "#report-format.ts";

/** Every format that can be read, in the order in which they are asked. A format that is not named here does not exist. */
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
];

/** The format of an id as it stands in the API; undefined if there is none. */
export function formatById(id: string): ReportFormat | undefined {
  return formats.find((format) => format.id === id);
}
