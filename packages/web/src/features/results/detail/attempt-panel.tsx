import { Button } from "@mantine/core";
import { primaryError } from "@plumb/analysis/errors/primary-error.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import type { Artifact, Attempt, ResultDetail } from "@plumb/contract/runs/results.ts";
import { IconChartBar } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useContext, useRef, useState } from "react";
import { cut, formatBytes, formatDuration, formatTimestamp } from "#lib/format/format.ts";
import { CodeBlock } from "#ui/code/code-block.tsx";
import { CopyButton } from "#ui/code/copy-button.tsx";
import { RunEnded } from "#ui/outcome/run-ended.ts";
import { failurePrompt } from "./failure-prompt.ts";
import { ArtifactGallery } from "#features/results/artifacts/artifact-gallery.tsx";
import { ErrorBlock } from "#features/results/errors/error-block.tsx";
import { InsightBox } from "./insight-box.tsx";
import { FailurePicture, failurePicture } from "#features/results/images/failure-picture.tsx";
import styles from "./result-detail.module.css";
import { StepList } from "#features/results/steps/step-list.tsx";

const StepTimelineDialog = lazy(async () => ({
  default: (await import("#features/results/step-timeline/step-timeline-dialog.tsx")).StepTimelineDialog,
}));

const visibleErrors = 20;

interface AttemptPanelProps {
  readonly detail: ResultDetail;
  readonly attempt: Attempt;
  /** Artifacts of this attempt. */
  readonly artifacts: readonly Artifact[];
  /** Step in the address, from 0. */
  readonly step: number | undefined;
  readonly onStep: ((index: number) => void) | undefined;
  /** Earlier outcomes of the test. */
  readonly history: ReactNode;
  /** Facts about the failure from outside the report. */
  readonly evidence: ReactNode;
  /** Shown next to the attempt, below its steps. */
  readonly children: ReactNode;
}

/** Attempt with its errors, artifacts and output. The steps, the verdict and the environment are next to them. */
export function AttemptPanel(props: AttemptPanelProps) {
  const { detail, attempt, artifacts, step, onStep, history, evidence, children } = props;
  const { errors, steps } = attempt;
  const ended = useContext(RunEnded);
  const failed = attempt.status === "failed" || attempt.status === "error";
  // Shown above the steps, so that it is visible when the test opens.
  const picture = failed ? failurePicture(artifacts) : null;
  const others = artifacts.filter((artifact) => artifact !== picture);
  return (
    <div className={styles["attempt"]}>
      <div className={styles["story"]}>
        {errors.slice(0, visibleErrors).map((error, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- errors have no identity but their place
          <ErrorBlock
            key={index}
            error={error}
            place={errors.length > 1 ? { number: index + 1, of: errors.length } : undefined}
          />
        ))}
        {errors.length > visibleErrors && <p>{`… and ${errors.length - visibleErrors} more errors`}</p>}
        {errors.length === 0 && failed && <p className={styles["facts"]}>No error reported for this attempt.</p>}
        {history}
        {others.length > 0 && (
          <>
            <h3>Artifacts</h3>
            <ArtifactGallery artifacts={others} attempt={attempt.index} />
          </>
        )}
        <Output name="stderr" text={attempt.stderr} />
        <Output name="stdout" text={attempt.stdout} />
      </div>
      <div className={styles["side"]}>
        {picture !== null && <FailurePicture artifact={picture} artifacts={artifacts} />}
        <p className={styles["facts"]}>
          <span>{`Duration ${formatDuration(attempt.duration)}`}</span>
          {attempt.startTime !== null && <span>{`Started ${formatTimestamp(attempt.startTime)}`}</span>}
          {attempt.worker !== null && <span>{`Worker ${attempt.worker}`}</span>}
          {failed && (
            <span className={styles["prompt"]}>
              Copy prompt for AI
              <CopyButton value={() => failurePrompt(detail, attempt)} what="prompt for an assistant" />
            </span>
          )}
        </p>
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
            <StepList steps={steps} artifacts={artifacts} chosen={step} onChoose={onStep} />
          </section>
        )}
        {failed && (
          <section>
            <InsightBox
              verdict={attempt.verdict ?? null}
              message={primaryError(errors.map(plain))?.message ?? detail.errorLine ?? ""}
            />
            {evidence}
          </section>
        )}
        {children}
      </div>
    </div>
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
