import { subjectFirst } from "@plumb/analysis/errors/error-subject.ts";
import type { TestExecution } from "@plumb/contract/tests/test-page.ts";
import { cut, formatAgo, formatSeconds } from "#lib/format/format.ts";
import { outcomeStyles, testOutcome } from "#ui/outcome/outcome.ts";

const maxFacts = 4;

/** Returns `#1284 · Failed · 14.20 s · staging · main · browser=chrome-143 · 2 h ago · in an outage · Error: …`. */
export function executionLabel(
  { run, status, flaky, duration, environment, facts, outage, errorLine }: TestExecution,
  nowMs: number,
): string {
  const { word } = outcomeStyles[testOutcome(status, flaky)];
  return [
    `#${run.number}`,
    word,
    formatSeconds(duration),
    cut(environment, 60),
    cut(run.branch ?? "", 60),
    ...facts.slice(0, maxFacts).map((each) => cut(each, 60)),
    formatAgo(run.startTime, nowMs),
    outage ? "in an outage" : "",
    cut(subjectFirst(errorLine ?? ""), 120),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
