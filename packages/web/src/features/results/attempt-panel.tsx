import type { Artifact, Attempt } from "@plumb/contract/results.ts";
import { formatBytes, formatDuration, formatMoment } from "#lib/format.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { ArtifactGallery } from "./artifacts/artifact-gallery.tsx";
import { ErrorBlock } from "./error-block.tsx";
import styles from "./result-detail.module.css";
import { StepList } from "./step-list.tsx";

const shownErrors = 20;

interface AttemptPanelProps {
  readonly attempt: Attempt;
  readonly artifacts: readonly Artifact[];
}

/** One execution: what went wrong and what was printed, beside it the pictures and the steps. */
export function AttemptPanel({ attempt, artifacts }: AttemptPanelProps) {
  return (
    <div className={`${styles["attempt"]} ${attempt.steps.length + artifacts.length === 0 ? styles["narrow"] : ""}`}>
      <div className={styles["story"]}>
        {attempt.errors.slice(0, shownErrors).map((error, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- errors have no identity but their place
          <ErrorBlock key={index} error={error} />
        ))}
        {attempt.errors.length > shownErrors && <p>{`… and ${attempt.errors.length - shownErrors} more errors`}</p>}
        <Output name="stderr" text={attempt.stderr} />
        <Output name="stdout" text={attempt.stdout} />
      </div>
      <div className={styles["side"]}>
        <p className={styles["facts"]}>
          <span>{`Duration ${formatDuration(attempt.duration)}`}</span>
          {attempt.startTime !== null && <span>{`Started ${formatMoment(attempt.startTime)}`}</span>}
          {attempt.worker !== null && <span>{`Worker ${attempt.worker}`}</span>}
        </p>
        <ArtifactGallery artifacts={artifacts} attempt={attempt.index} />
        {attempt.steps.length > 0 && (
          <>
            <h2>Steps</h2>
            <StepList steps={attempt.steps} />
          </>
        )}
      </div>
    </div>
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
