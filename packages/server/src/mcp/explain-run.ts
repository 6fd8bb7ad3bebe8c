import { type FailureGroup, listFailureGroups } from "@plumb/contract/failures/failures.ts";
import { readReportChanges } from "@plumb/contract/runs/compare.ts";
import { readReport } from "@plumb/contract/runs/reports.ts";
import { listResultGroups, type ResultGroup } from "@plumb/contract/runs/results.ts";
import { z } from "zod";
import { fenced, withinLimit } from "./fenced.ts";
import { runLine } from "./run-line.ts";
import { tool } from "./tool.ts";

const maxCauses = 20;

export const explainRun = tool({
  name: "explain_run",
  title: "Explain a run by cause",
  description:
    "Lists the causes of the failures of a run, with share, class, owners, how many failures are new, and one failure of each. Start here for a red run.",
  input: z.object({ run_id: z.number().int().positive() }),
  async run({ api, projectId, publicUrl }, { run_id: runId }) {
    const params = { reportId: runId };
    const { data: report } = await api.call(readReport, { params });
    const causes = await api.call(listFailureGroups, {
      params: { projectId },
      // A period without dates: the run may be old.
      query: { timeWindow: "custom", runs: [runId], sortBy: "tests", limit: maxCauses },
    });
    // The groups of the run are sorted differently, so more of them are read.
    const groups = await api.call(listResultGroups, { params, query: { by: "failure" } });
    const { data: changes } = await api.call(readReportChanges, { params });
    const { counts, base } = changes;
    const failures = report.summary.failed + report.summary.errored;
    const ofRun = new Map(groups.data.map((group) => [group.cause?.groupId, group]));
    const visible = causes.data.reduce((sum, { occurrenceCount }) => sum + occurrenceCount, 0);
    return withinLimit([
      runLine(report),
      `Page: ${publicUrl}/reports/${runId}`,
      `Page of a cause: ${publicUrl}/defects?project=${projectId}&group=<cause>`,
      ...(report.partial == null ? [] : [`Only part of the suite ran: ${fenced(report.partial)}`]),
      base === null || counts === null
        ? "There is no earlier run to compare with."
        : `Compared with run ${base.id} (#${base.number}), failures: ${counts.newFailure} new, ${counts.backAgain} back again, ${counts.stillFailing} still failing; tests: ${counts.fixed} fixed, ${counts.newlyFlaky} newly flaky.`,
      causes.total === 1 ? "1 cause:" : `${causes.total} causes:`,
      ...causes.data.flatMap((cause) => causeLines(cause, ofRun.get(cause.id), failures)),
      ...(causes.total > causes.data.length ? [`and ${causes.total - causes.data.length} more causes`] : []),
      ...(causes.total === causes.data.length && visible < failures
        ? [`${failures - visible} of ${failures} failures have no cause: they have no error, or are not processed yet.`]
        : []),
    ]);
  },
});

function causeLines(cause: FailureGroup, group: ResultGroup | undefined, failures: number): string[] {
  const { id, primaryClass, confidence, state, occurrenceCount, representativeError, memberTests } = cause;
  const facts = [
    `${occurrenceCount} of ${failures} failures`,
    `${primaryClass ?? "unclassified"}${confidence === null ? "" : ` ${Math.round(confidence)}%`}`,
    ...(group === undefined ? [] : factsOf(group)),
  ];
  const [first] = memberTests;
  return [
    `cause ${id} (${state}): ${facts.join(", ")}: ${fenced(representativeError, 200)}`,
    ...(first === undefined
      ? []
      : [`  one failure: failure_id ${first.id} in run ${first.runId}, ${fenced(first.testName, 150)}`]),
  ];
}

function factsOf({ newFailures, quarantined, owners }: ResultGroup): string[] {
  return [
    ...(newFailures > 0 ? [`${newFailures} new`] : []),
    ...(quarantined > 0 ? [`${quarantined} quarantined`] : []),
    ...(owners.length > 0 ? [`owner ${owners.map((owner) => fenced(owner, 60)).join(" ")}`] : ["no owner"]),
  ];
}
