import { ownLines } from "@plumb/analysis/evidence/own-lines.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import type { Artifact, Attempt } from "@plumb/contract/runs/results.ts";
import type { ReactNode } from "react";
import { cut } from "#lib/format/format.ts";
import { failurePicture, FailurePicture } from "#features/results/images/failure-picture.tsx";
import { ImageComparison } from "#features/results/images/image-comparison.tsx";
import { AlignedSteps, type RunLabels } from "./aligned-steps.tsx";
import styles from "./last-pass.module.css";

/** An attempt of a test, with its files. */
export interface ComparedAttempt {
  readonly attempt: Attempt;
  readonly artifacts: readonly Artifact[];
}

interface EnvironmentValue {
  readonly name: string;
  /** `null` if the report does not have it. */
  readonly passed: string | null;
  readonly failed: string | null;
}

export interface LastPassViewProps {
  /** Run of the last pass, such as a link to `#101`. */
  readonly passedIn?: ReactNode;
  /** Names of the two runs. */
  readonly labels?: RunLabels;
  readonly passed: ComparedAttempt;
  readonly failed: ComparedAttempt;
  /** `null` if both are attempts of one run. */
  readonly environment: readonly EnvironmentValue[] | null;
}

const ofFailure: RunLabels = { passed: "Last pass", failed: "This failure" };

/** Two runs of a test beside each other: picture, duration of each step, output and environment. Differences are marked. */
export function LastPassView({ passedIn, labels = ofFailure, passed, failed, environment }: LastPassViewProps) {
  return (
    <div className={styles["view"]}>
      {passedIn !== undefined && <p className={styles["runs"]}>{passedIn}</p>}
      <Pictures labels={labels} passed={passed.artifacts} failed={failed.artifacts} />
      <AlignedSteps labels={labels} passed={passed.attempt} failed={failed.attempt} />
      {environment !== null && <Environment labels={labels} values={environment} />}
      <Outputs name="stderr" labels={labels} passed={passed.attempt.stderr} failed={failed.attempt.stderr} />
      <Outputs name="stdout" labels={labels} passed={passed.attempt.stdout} failed={failed.attempt.stdout} />
    </div>
  );
}

interface Labelled {
  readonly labels: RunLabels;
}

interface PicturesProps extends Labelled {
  readonly passed: readonly Artifact[];
  readonly failed: readonly Artifact[];
}

function Pictures({ labels, passed, failed }: PicturesProps) {
  const [before, now] = [failurePicture(passed), failurePicture(failed)];
  if (before !== null && now !== null)
    return (
      <ImageComparison
        comparison={{ name: "Page at the end of the test", expected: before, actual: now, diff: null }}
        labels={{ expected: labels.passed, actual: labels.failed }}
      />
    );
  const [picture, artifacts] = before === null ? [now, failed] : [before, passed];
  return (
    <section>
      <h3>Page at the end of the test</h3>
      {picture !== null && (
        <figure className={styles["picture"]}>
          <figcaption>{before === null ? labels.failed : labels.passed}</figcaption>
          <FailurePicture artifact={picture} artifacts={artifacts} />
        </figure>
      )}
      <p>
        {missingPicture(
          labels,
          before,
          now,
          passed.some(({ kind }) => kind === "trace"),
        )}
      </p>
    </section>
  );
}

/** Returns which picture is missing, and where another one is or how to get one. */
function missingPicture(labels: RunLabels, before: Artifact | null, now: Artifact | null, isTraced: boolean): string {
  if (before !== null) return `${labels.failed}: no picture.`;
  const missing = now === null ? "Neither run has a picture." : `${labels.passed}: no picture.`;
  return isTraced
    ? `${missing} The trace of the pass has pictures of its steps. Open it in the report of the pass.`
    : `${missing} With screenshot: 'on', Playwright also takes one of tests that pass.`;
}

function Environment({ labels, values }: Labelled & { readonly values: readonly EnvironmentValue[] }) {
  const different = values.filter(({ passed, failed }) => passed !== failed);
  const same = values.length - different.length;
  return (
    <section>
      <h3>Environment</h3>
      {different.length > 0 && (
        <table aria-label="Environment">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">{labels.passed}</th>
              <th scope="col">{labels.failed}</th>
            </tr>
          </thead>
          <tbody>
            {different.map(({ name, passed, failed }) => (
              <tr key={name} data-different>
                <th scope="row">
                  <bdi>{cut(name, 120)}</bdi>
                </th>
                <td>
                  <bdi>{cut(passed ?? "not reported", 300)}</bdi>
                </td>
                <td>
                  <bdi>{cut(failed ?? "not reported", 300)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>{sameText(different.length, same)}</p>
    </section>
  );
}

function sameText(different: number, same: number): string {
  if (different === 0) return same === 0 ? "No environment reported." : "The environments are the same.";
  return same === 0 ? "" : `${same} more ${same === 1 ? "value is" : "values are"} the same.`;
}

interface OutputsProps extends Labelled {
  readonly name: "stderr" | "stdout";
  readonly passed: string;
  readonly failed: string;
}

function Outputs({ name, labels, passed, failed }: OutputsProps) {
  if (passed === "" && failed === "") return null;
  const [before, now] = [stripAnsi(passed), stripAnsi(failed)];
  return (
    <section>
      <h3>{name}</h3>
      <div className={styles["outputs"]}>
        <Output name={`${name}: ${labels.passed}`} label={labels.passed} text={before} other={now} />
        <Output name={`${name}: ${labels.failed}`} label={labels.failed} text={now} other={before} />
      </div>
    </section>
  );
}

interface OutputProps {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly other: string;
}

/** The end of an output. Lines that the other output does not have are marked. */
function Output({ name, label, text, other }: OutputProps) {
  const lines = ownLines(text, other);
  return (
    <figure>
      <figcaption>{label}</figcaption>
      {lines.length === 0 ? (
        <p>No output.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it
        <pre tabIndex={0} aria-label={name}>
          {lines.map((line, index) =>
            line.own ? (
              // oxlint-disable-next-line react/no-array-index-key -- lines have no identity but their place
              <mark key={index}>{`${line.text}\n`}</mark>
            ) : (
              `${line.text}\n`
            ),
          )}
        </pre>
      )}
    </figure>
  );
}
