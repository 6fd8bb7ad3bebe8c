import { readEvidence, readSuggestedFixes } from "@plumb/contract/failures/decisions.ts";
import { readFailureStory } from "@plumb/contract/failures/story.ts";
import { type FixedBefore, readFailureSuspects } from "@plumb/contract/failures/suspects.ts";
import { readResult } from "@plumb/contract/runs/results.ts";
import { storyText } from "@plumb/analysis/failures/story-parts.ts";
import { z } from "zod";
import { fenced, withinLimit } from "./fenced.ts";
import { explainedFrames, locatedTest, stackLines } from "./located-test.ts";
import { openWork } from "./open-work.ts";
import { tool } from "./tool.ts";

export const explainFailure = tool({
  name: "explain_failure",
  title: "Explain one failure",
  description:
    "Returns the error of a failure with file, line and stack, its class with evidence, what changed since the test last passed, suspected commits, how the cause ended before, and suggested fixes.",
  input: z.object({
    run_id: z.number().int().positive(),
    failure_id: z.number().int().positive().describe("Id of a failure, as explain_run lists it"),
  }),
  async run(call, { run_id: reportId, failure_id: testCaseId }) {
    const { api, publicUrl } = call;
    const params = { testCaseId };
    const { data: result } = await api.call(readResult, { params: { reportId, resultId: testCaseId } });
    const { data: evidence } = await api.call(readEvidence, { params });
    const { data: story } = await api.call(readFailureStory, { params });
    const sentence = storyText(story, { maxLength: 500 });
    const { data: suspects } = await api.call(readFailureSuspects, { params });
    const { data: fixes } = await api.call(readSuggestedFixes, { params });
    const open = await openWork(call, evidence.groupId);
    const { line, stack, error } = locatedTest(result);
    const { sinceLastPass: pass } = evidence;
    return withinLimit([
      ...(evidence.groupId === null ? [] : [`Cause: ${evidence.groupId}`]),
      `Page: ${publicUrl}/reports/${reportId}?result=${testCaseId}`,
      ...(sentence === "" ? [] : [`How it began: ${fenced(sentence, 500)}`]),
      `Class: ${evidence.primaryClass ?? "unclassified"}${evidence.confidence === null ? "" : ` (${Math.round(evidence.confidence)}%)`}. ${fenced(evidence.reason, 400)}`,
      `Failed ${line}`,
      `Error: ${fenced(error?.message ?? "none", 800)}`,
      ...stackLines(stack, explainedFrames),
      ...(evidence.failingStep === null ? [] : [`Failing step: ${fenced(evidence.failingStep.title)}`]),
      ...evidence.lines.slice(0, 4).map((line) => `Evidence: ${fenced(line)}`),
      pass === null
        ? "The test has never passed in this suite, environment and branch."
        : `Last passed in run ${pass.runId} (#${pass.runNumber}), first failed in run ${pass.firstFailure.runId} (#${pass.firstFailure.runNumber}).`,
      ...(pass === null || pass.differences.length === 0
        ? []
        : [
            `Changed since then: ${pass.differences
              .slice(0, 8)
              .map(({ name, before, after }) =>
                fenced(`${name}: ${before ?? "not reported"} → ${after ?? "not reported"}`),
              )
              .join(" ")}`,
          ]),
      ...suspects.suspects
        .slice(0, 3)
        .map(
          ({ hash, subject, author, reasons }) =>
            `Suspected commit ${hash.slice(0, 10)} by ${fenced(author, 80)}: ${fenced(subject, 150)} – ${fenced(reasons.join("; "), 250)}`,
        ),
      ...open,
      ...suspects.fixedBefore.flatMap(fixedLines),
      ...fixes.slice(0, 3).map(({ text }) => `Suggested fix: ${fenced(text, 250)}`),
      ...evidence.similar
        .filter(({ runId }) => runId !== reportId)
        .slice(0, 3)
        .map(
          ({ runId, runNumber, primaryClass, decidedBy, passedSince }) =>
            `Earlier failure in run ${runId} (#${runNumber}): ${primaryClass ?? "unclassified"}${decidedBy === "person" ? ", set by a person" : ""}${passedSince ? ", passed since" : ""}`,
        ),
    ]);
  },
});

/** A failure can stop without a change, so only an end with its commits is a hint. */
function fixedLines({ same, error, commits, items }: FixedBefore): string[] {
  if (commits.length === 0) return [];
  const hashes = commits.map(({ hash, subject }) => `${hash.slice(0, 10)} ${fenced(subject, 100)}`).join(", ");
  return [
    `${same ? "Ended before" : `A similar cause ended (${fenced(error, 120)})`} with ${hashes}`,
    ...(same ? [] : items.slice(0, 2)).map(
      ({ id, title, status }) => `  analysis item ${id} (${status}): ${fenced(title, 120)}`,
    ),
  ];
}
