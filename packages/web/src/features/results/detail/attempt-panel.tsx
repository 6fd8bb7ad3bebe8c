import { Button } from "@mantine/core";
import { primaryError } from "@plumb/analysis/errors/primary-error.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import type { Artifact, Attempt, ResultDetail } from "@plumb/contract/runs/results.ts";
import { IconChartBar } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useContext, useRef, useState } from "react";
import { cut, formatBytes, formatCount, formatDuration, formatTimestamp } from "#lib/format/format.ts";
import { CodeBlock } from "#ui/code/code-block.tsx";
import { RunEnded } from "#ui/outcome/run-ended.ts";
import type { AroundAttempts } from "./around-attempts.ts";
import { FailedStep, failedStep, locationOf } from "./failed-step.tsx";
import { ArtifactGallery } from "#features/results/artifacts/artifact-gallery.tsx";
import { ErrorBlock } from "#features/results/errors/error-block.tsx";
import { InsightBox } from "./insight-box.tsx";
import { FailurePicture, failurePicture } from "#features/results/images/failure-picture.tsx";
import styles from "./result-detail.module.css";
import { findComparisons } from "#features/results/images/comparisons.ts";
import { StepList } from "#features/results/steps/step-list.tsx";

const StepTimelineDialog = lazy(async () => ({
  default: (await import("#features/results/step-timeline/step-timeline-dialog.tsx")).StepTimelineDialog,
}));

const visibleErrors = 20;

interface AttemptPanelProps extends Pick<
  AroundAttempts,
  "changes" | "evidence" | "history" | "items" | "renderLastPass"
> {
  readonly detail: ResultDetail;
  readonly attempt: Attempt;
  /** Artifacts of this attempt. */
  readonly artifacts: readonly Artifact[];
  /** Step in the address, from 0. */
  readonly step: number | undefined;
  readonly onStep: ((index: number) => void) | undefined;
  /** Facts about the test and its environment. */
  readonly children: ReactNode;
}

export function isFailed({ status }: Pick<Attempt, "status">): boolean {
  return status === "failed" || status === "error";
}

/**
 * Attempt of a test. A failed one begins with its error and the picture of the page, followed by what changed, its class and its history. The rest is
 * collapsed.
 */
export function AttemptPanel(props: AttemptPanelProps) {
  const { detail, attempt, artifacts, changes, items, history, evidence } = props;
  const failed = isFailed(attempt);
  const picture = failed ? failurePicture(artifacts) : null;
  return (
    <div className={styles["attempt"]}>
      {failed ? (
        <>
          <Errors attempt={attempt} />
          <div className={styles["shown"]}>
            {picture !== null && <FailurePicture artifact={picture} artifacts={artifacts} />}
            <FailedStep detail={detail} attempt={attempt} />
          </div>
          <div>{changes}</div>
          <section>
            <InsightBox
              verdict={attempt.verdict ?? null}
              message={primaryError(attempt.errors.map(plain))?.message ?? detail.errorLine ?? ""}
            />
            <div className={styles["items"]}>{items}</div>
          </section>
        </>
      ) : (
        <>
          {attempt.errors.length > 0 && <Errors attempt={attempt} />}
          <div className={styles["items"]}>{items}</div>
        </>
      )}
      <div className={styles["wide"]}>
        {failed && props.renderLastPass?.(attempt)}
        {history}
        {failed && evidence}
        <Rest {...props} />
      </div>
    </div>
  );
}

function Errors({ attempt: { errors } }: { readonly attempt: Attempt }) {
  return (
    <div className={styles["errors"]}>
      {errors.slice(0, visibleErrors).map((error, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- errors have no identity but their place
        <ErrorBlock
          key={index}
          error={error}
          place={errors.length > 1 ? { number: index + 1, of: errors.length } : undefined}
        />
      ))}
      {errors.length > visibleErrors && <p>{`… and ${errors.length - visibleErrors} more errors`}</p>}
      {errors.length === 0 && <p className={styles["facts"]}>No error reported for this attempt.</p>}
    </div>
  );
}

/** Steps, files, output and environment. Collapsed for a failed attempt, unless the address refers to a step or pictures differ. */
function Rest({ detail, attempt, artifacts, step, onStep, children }: AttemptPanelProps) {
  const { steps, stderr, stdout } = attempt;
  const failed = isFailed(attempt);
  const ended = useContext(RunEnded);
  const { comparisons } = findComparisons(artifacts);
  const contents = [
    ...(steps.length > 0 ? [`Test Steps (${formatCount(steps.length)})`] : []),
    ...(artifacts.length > 0 ? [`Artifacts (${formatCount(artifacts.length)})`] : []),
    ...(stderr + stdout === "" ? [] : ["Output"]),
    "Test Environment",
  ];
  return (
    <details open={!failed || step !== undefined || comparisons.length > 0} className={styles["details"]}>
      <summary>{contents.join(", ")}</summary>
      <div className={styles["attempt"]}>
        <div className={styles["errors"]}>
          {steps.length > 0 && (
            <section>
              <div className={styles["heading"]}>
                <h3>Test Steps</h3>
                <TimelineButton title={detail.titlePath.join(" › ")} attempt={attempt} />
              </div>
              {attempt.status === "running" && (
                <p className={styles["facts"]}>
                  {`${ended ? "" : "Running. "}Last reported step: ${steps.at(-1)?.title ?? ""}`}
                </p>
              )}
              <StepList
                steps={steps}
                artifacts={artifacts}
                chosen={step}
                onChoose={onStep}
                failedAfter={failed && failedStep(steps) === undefined ? (locationOf(detail, attempt) ?? "") : null}
              />
            </section>
          )}
          <Output name="stderr" text={stderr} />
          <Output name="stdout" text={stdout} />
        </div>
        <div className={styles["errors"]}>
          {artifacts.length > 0 && (
            <section>
              <h3>Artifacts</h3>
              <ArtifactGallery artifacts={artifacts} attempt={attempt.index} />
            </section>
          )}
          <AttemptTimes attempt={attempt} />
          {children}
        </div>
      </div>
    </details>
  );
}

function AttemptTimes({ attempt: { duration, startTime, worker } }: { readonly attempt: Attempt }) {
  return (
    <p className={styles["facts"]}>
      <span>{`Duration ${formatDuration(duration)}`}</span>
      {startTime !== null && <span>{`Started ${formatTimestamp(startTime)}`}</span>}
      {worker !== null && <span>{`Worker ${worker}`}</span>}
    </p>
  );
}

function plain({ message }: { readonly message: string }) {
  return { message: stripAnsi(cut(message, 40_000)) };
}

function TimelineButton({ title, attempt }: { readonly title: string; readonly attempt: Attempt }) {
  const [opened, setOpened] = useState(false);
  // Loaded on first use, and kept for the closing animation.
  const [requested, setRequested] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        size="compact-sm"
        variant="default"
        leftSection={<IconChartBar size={14} aria-hidden />}
        onClick={() => {
          setRequested(true);
          setOpened(true);
        }}
      >
        Timeline
      </Button>
      {requested && (
        <Suspense>
          <StepTimelineDialog
            title={title}
            steps={attempt.steps}
            opened={opened}
            onClose={() => {
              setOpened(false);
              // A lazy-loaded dialog that is open from the start cannot restore the focus.
              button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function Output({ name, text }: { readonly name: string; readonly text: string }) {
  if (text === "") return null;
  return (
    <details className={styles["details"]}>
      <summary>{`${name} (${formatBytes(text.length)})`}</summary>
      <CodeBlock text={text} what={name} />
    </details>
  );
}
