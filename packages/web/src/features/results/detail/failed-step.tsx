import { failingLine } from "@plumb/analysis/failures/failing-line.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import type { Attempt, ResultDetail, Step } from "@plumb/contract/runs/results.ts";
import { IconX } from "@tabler/icons-react";
import { cut, formatDuration } from "#lib/format/format.ts";
import { stepLocation } from "#features/results/steps/step-location.ts";
import styles from "./result-detail.module.css";

/** Returns the innermost failed step; undefined if the report marks none. */
export function failedStep(steps: readonly Step[]): Step | undefined {
  return steps.findLast(({ status }) => status === "failed");
}

/** Returns the file and line in which an attempt failed, such as `search.spec.ts:15`; `null` if they are unknown. */
export function locationOf({ file }: Pick<ResultDetail, "file">, { errors }: Attempt): string | null {
  const line = file === null ? null : failingLine(file, errors);
  return file === null || line === null ? null : `${file.split("/").at(-1)}:${line}`;
}

interface FailedStepProps {
  readonly detail: ResultDetail;
  readonly attempt: Attempt;
}

/** The step in which an attempt failed. If the report marks none, the last step before the failure. */
export function FailedStep({ detail, attempt }: FailedStepProps) {
  const failed = failedStep(attempt.steps);
  const last = attempt.steps.findLast(({ depth }) => depth === 0);
  const step = failed ?? last;
  if (step === undefined) return null;
  const location = failed === undefined ? locationOf(detail, attempt) : (stepLocation(failed)?.short ?? null);
  const title = cut(stripAnsi(cut(step.title, 400)), 200);
  return (
    <p className={styles["failedStep"]}>
      <IconX size={14} stroke={2.4} color="var(--failed-ink)" aria-hidden />
      <span>
        {failed === undefined ? "Failed after step " : "Failed in step "}
        <b>{title}</b>
        {step.duration !== null && ` (${formatDuration(step.duration)})`}
        {location !== null && <span className={styles["place"]}>{` at ${location}`}</span>}
      </span>
    </p>
  );
}
