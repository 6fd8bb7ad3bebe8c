import type { Report } from "@plumb/contract/runs/reports.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { NewFailures, WebhookBody, WebhookRun } from "@plumb/contract/integrations/webhooks.ts";
import type { NewlyFailed } from "#store/runs/new-failures.ts";

/** Maximum number of new failures listed one by one. */
export const maxWebhookFailures = 25;
/** Maximum length of texts and number of titles, because reports have no limits. */
const longest = { text: 300, titles: 20 } as const;

/**
 * Returns the body as JSON with fields in a fixed order.
 *
 * @param body Dates as in the contract.
 */
export function bodyText(body: Omit<WebhookBody, "version">): string {
  const { event, createdAt, project, run, newFailures } = body;
  return JSON.stringify({ version: 1, event, createdAt, project, run, newFailures } satisfies WebhookBody);
}

export function webhookRun(report: Report, publicUrl: string): WebhookRun {
  const { id, number, framework, environment, branch, commit, build, ciUrl, status, summary } = report;
  const { total, passed, failed, errored, skipped, flaky, duration } = summary;
  return {
    id,
    number,
    url: `${publicUrl}/reports/${id}`,
    suite: report.testSuite,
    framework,
    environment,
    branch,
    commit,
    build,
    ciUrl,
    status,
    startedAt: report.startTime,
    endedAt: report.endTime,
    durationMs: duration,
    total,
    passed,
    failed,
    errored,
    skipped,
    flaky,
  };
}

export function webhookFailures({ count, tests, leftOut, comparedWith }: NewlyFailed, publicUrl: string): NewFailures {
  return {
    count,
    tests: tests.map(({ id, occurrence, file, titlePath, status, state, changedCause, error }) => ({
      id,
      occurrence,
      file: file === null ? null : short(file),
      titlePath: titlePath.slice(-longest.titles).map(short),
      status,
      state,
      changedCause,
      error: error === null ? null : short(error),
    })),
    leftOut,
    comparedWith: comparedWith && { ...comparedWith, url: `${publicUrl}/reports/${comparedWith.id}` },
  };
}

function short(text: string): string {
  return cut(text, longest.text - 1);
}
