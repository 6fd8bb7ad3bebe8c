import { storyText } from "@plumb/analysis/failures/story-parts.ts";
import { type FailureStory, listRunStories } from "@plumb/contract/failures/story.ts";
import { type FailureGroup, listFailureGroups } from "@plumb/contract/failures/failures.ts";
import { readReportChanges, type ReportChanges } from "@plumb/contract/runs/compare.ts";
import { readReport, type Report } from "@plumb/contract/runs/reports.ts";
import { listResultGroups, type ResultGroup } from "@plumb/contract/runs/results.ts";
import { z } from "zod";
import { fenced } from "./fenced.ts";
import { listedTest, locateTest } from "./located-test.ts";
import { openWork } from "./open-work.ts";
import { cursorInput, offsetOf, page } from "./page.ts";
import { runLine } from "./run-line.ts";
import { tool, type ToolCall } from "./tool.ts";

const pageSize = 10;
/** Maximum number of characters of a story, because ten causes share an answer. */
const maxStory = 240;
/** Owners, items and tickets have their own lines, with ids for other tools. */
const inOtherLines = ["owner", "item", "ticket"] as const;

export const explainRun = tool({
  name: "explain_run",
  title: "Explain a run by cause",
  description:
    "Lists the causes of a red run with share, class, owners, new failures, how each began, and one failure of each. Start here.",
  input: z.object({ run_id: z.number().int().positive(), ...cursorInput }),
  async run(call, { run_id: runId, cursor }) {
    const { api, projectId } = call;
    const offset = offsetOf(cursor);
    const params = { reportId: runId };
    const { data: report } = await api.call(readReport, { params });
    const causes = await api.call(listFailureGroups, {
      params: { projectId },
      // A period without dates: the run may be old.
      query: { timeWindow: "custom", runs: [runId], sortBy: "tests", limit: pageSize, offset },
    });
    // The groups of the run are sorted differently, so more of them are read.
    const groups = await api.call(listResultGroups, { params, query: { by: "failure" } });
    const { data: changes } = await api.call(readReportChanges, { params });
    const failures = report.summary.failed + report.summary.errored;
    const groupIds = causes.data.map(({ id }) => id);
    const stories =
      groupIds.length === 0
        ? []
        : (await api.call(listRunStories, { params, query: { groupIds: groupIds.join(",") } })).data;
    const context: RunContext = {
      failures,
      hasBase: changes.base !== null,
      groups: new Map(groups.data.map((group) => [group.cause?.groupId, group])),
      stories: new Map(stories.map(({ groupId, story }) => [groupId, story])),
    };
    const entries: string[][] = [];
    for (const cause of causes.data) entries.push(await causeLines(call, cause, context));
    const visible = causes.data.reduce((sum, { occurrenceCount }) => sum + occurrenceCount, 0);
    const unexplained = causes.total === causes.data.length ? failures - visible : 0;
    return page({
      head: [
        runLine(report),
        ...(offset > 0 ? [] : headLines(call, report, changes)),
        causes.total === 1 ? "1 cause:" : `${causes.total} causes:`,
        ...(unexplained > 0
          ? [`${unexplained} of ${failures} failures have no cause: they have no error, or are not processed yet.`]
          : []),
      ],
      entries,
      offset,
      more: offset + entries.length < causes.total,
    });
  },
});

function headLines(
  { projectId, publicUrl }: ToolCall,
  { id, partial }: Report,
  { base, counts }: ReportChanges,
): string[] {
  return [
    `Page: ${publicUrl}/reports/${id}`,
    `Page of a cause: ${publicUrl}/defects?project=${projectId}&group=<cause>`,
    ...(partial == null ? [] : [`Only part of the suite ran: ${fenced(partial)}`]),
    base === null || counts === null
      ? "There is no earlier run to compare with."
      : `Compared with run ${base.id} (#${base.number}), failures: ${counts.newFailure} new, ${counts.backAgain} back again, ${counts.stillFailing} still failing; tests: ${counts.fixed} fixed, ${counts.newlyFlaky} newly flaky.`,
  ];
}

interface RunContext {
  readonly failures: number;
  /** True if the run is compared with another one. */
  readonly hasBase: boolean;
  readonly groups: ReadonlyMap<number | undefined, ResultGroup>;
  /** By cause. */
  readonly stories: ReadonlyMap<number, FailureStory>;
}

async function causeLines(call: ToolCall, cause: FailureGroup, { failures, hasBase, groups, stories }: RunContext) {
  const { id, primaryClass, confidence, occurrenceCount, representativeError, memberTests } = cause;
  const group = groups.get(id);
  const stats = [
    `${occurrenceCount} of ${failures} failures`,
    `${primaryClass ?? "unclassified"}${confidence === null ? "" : ` ${Math.round(confidence)}%`}`,
    ...(group === undefined ? [] : statsOf(group, hasBase)),
  ];
  const story = stories.get(id);
  const began = story === undefined ? "" : storyText(story, { maxLength: maxStory, without: inOtherLines });
  const [first] = memberTests;
  const test = first === undefined ? null : await locateTest(call, first.runId, first.id);
  return [
    `cause ${id}: ${stats.join(", ")}: ${fenced(representativeError, 200)}`,
    ...(first === undefined || test === null
      ? []
      : listedTest(test, `  one failure: failure_id ${first.id} in run ${first.runId}, `)),
    ...(began === "" ? [] : [`  How it began: ${fenced(began, maxStory)}`]),
    ...(await openWork(call, id)).map((line) => `  ${line}`),
  ];
}

/** A cause is new, back or known by its failures in this run, as in the comparison above the list. */
function statsOf(
  { newFailures, backAgain, failed, errored, quarantined, owners }: ResultGroup,
  hasBase: boolean,
): string[] {
  const known = failed + errored - newFailures - backAgain;
  return [
    ...(hasBase && newFailures > 0 ? [`${newFailures} new`] : []),
    ...(hasBase && backAgain > 0 ? [`${backAgain} back again`] : []),
    ...(hasBase && known > 0 ? [`${known} still failing`] : []),
    ...(quarantined > 0 ? [`${quarantined} quarantined`] : []),
    ...(owners.length > 0 ? [`owner ${owners.map((owner) => fenced(owner, 60)).join(" ")}`] : ["no owner"]),
  ];
}
