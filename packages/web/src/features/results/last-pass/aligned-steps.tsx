import {
  alignSteps,
  type AlignedStep,
  comparedSteps,
  type ComparedStep,
} from "@plumb/analysis/evidence/align-steps.ts";
import { isMuchLonger } from "@plumb/analysis/evidence/since-last-pass.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import type { Attempt } from "@plumb/contract/runs/results.ts";
import { VisuallyHidden } from "@mantine/core";
import { useMemo } from "react";
import { counted, cut, formatDuration } from "#lib/format/format.ts";
import styles from "./last-pass.module.css";

const maxIndent = 6;

const differences: Readonly<Record<NonNullable<AlignedStep["difference"]>, string>> = {
  failed: "Failed",
  "only-passed": "Did not run",
  "only-failed": "New",
  slower: "Slower",
};

/** Names of the two runs. */
export interface RunLabels {
  readonly passed: string;
  readonly failed: string;
}

interface AlignedStepsProps {
  readonly labels: RunLabels;
  readonly passed: Attempt;
  readonly failed: Attempt;
}

/** Duration of a test and of each step in both runs. */
export function AlignedSteps({ labels, passed, failed }: AlignedStepsProps) {
  const rows = useMemo(() => alignSteps(passed.steps, failed.steps), [passed.steps, failed.steps]);
  const left = Math.max(passed.steps.length, failed.steps.length) - comparedSteps;
  return (
    <section>
      <h3>Steps</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
      <section className={styles["steps"]} tabIndex={0} aria-label="Steps of both runs">
        <table aria-label="Steps">
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">{labels.passed}</th>
              <th scope="col">{labels.failed}</th>
              <th scope="col">
                <VisuallyHidden>Difference</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            <tr data-different={isMuchLonger(passed.duration, failed.duration) || undefined}>
              <th scope="row">Whole test</th>
              <td>{formatDuration(passed.duration)}</td>
              <td>{formatDuration(failed.duration)}</td>
              <td>{isMuchLonger(passed.duration, failed.duration) && differences.slower}</td>
            </tr>
            {rows.map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- steps have no identity but their place
              <StepRow key={index} row={row} />
            ))}
          </tbody>
        </table>
      </section>
      <p>
        {[missingSteps(labels, passed.steps, failed.steps), moreSteps(left)].filter((text) => text !== "").join(" ")}
      </p>
    </section>
  );
}

function StepRow({ row: { title, depth, passed, failed, difference } }: { readonly row: AlignedStep }) {
  return (
    <tr data-different={difference ?? undefined}>
      <th scope="row" style={{ paddingInlineStart: 8 + 12 * Math.min(depth, maxIndent) }}>
        <bdi>{cut(stripAnsi(cut(title, 400)), 200)}</bdi>
      </th>
      <td>{timeOf(passed)}</td>
      <td>{timeOf(failed)}</td>
      <td>{difference !== null && differences[difference]}</td>
    </tr>
  );
}

function timeOf(step: ComparedStep | null): string {
  return step === null ? "–" : formatDuration(step.duration);
}

function missingSteps(
  labels: RunLabels,
  { length: before }: readonly unknown[],
  { length: now }: readonly unknown[],
): string {
  if (before === 0 && now === 0) return "Neither run has steps.";
  if (before === 0) return `${labels.passed}: no steps.`;
  return now === 0 ? `${labels.failed}: no steps.` : "";
}

function moreSteps(left: number): string {
  return left <= 0 ? "" : `${counted(left, "more step is", "more steps are")} not compared.`;
}
