import { Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { Report } from "@plumb/contract/runs/reports.ts";
import type { ResultDetail } from "@plumb/contract/runs/results.ts";
import type { TestExecution } from "@plumb/contract/tests/test-page.ts";
import { useQuery } from "@tanstack/react-query";
import { reportQuery } from "#features/report/report.queries.ts";
import { ErrorBlock } from "#features/results/errors/error-block.tsx";
import { FailurePicture, failurePicture } from "#features/results/images/failure-picture.tsx";
import { resultQuery } from "#features/results/results.queries.ts";
import { isWebAddress } from "#lib/address/web-address.ts";
import { isNotFound } from "#lib/api/error-text.ts";
import { cut, shortCommit } from "#lib/format/format.ts";
import styles from "./execution-details.module.css";

/** While the slider moves, nothing is loaded. */
const restMs = 150;

/** Commit, error and picture of a test in one run. Its height is fixed, so that the page does not move from run to run. */
export function ExecutionDetails({ execution }: { readonly execution: TestExecution }) {
  const [{ run, resultId }] = useDebouncedValue(execution, restMs);
  const report = useQuery(reportQuery(run.id));
  const result = useQuery(resultQuery(run.id, resultId, false));
  const isCurrent = resultId === execution.resultId;
  return (
    <div className={styles["details"]} aria-busy={!isCurrent || result.isPending}>
      <p className={styles["origin"]}>{isCurrent && report.data !== undefined && <Commit report={report.data} />}</p>
      {!isCurrent || result.isPending ? (
        <Skeleton className={styles["wide"] ?? ""} height={180} animate={false} />
      ) : result.data === undefined ? (
        <p className={styles["wide"]}>
          {isNotFound(result.error)
            ? "The report of this run was deleted."
            : "The details of this run could not be loaded."}
        </p>
      ) : (
        <ResultDetails result={result.data} />
      )}
    </div>
  );
}

/** Hash, subject and author of the commit, as far as they are known. */
function Commit({ report: { commit, commitAuthor, metadata } }: { readonly report: Report }) {
  const { commitSubject = "", commitUrl, commitAuthor: reportedAuthor = "" } = metadata;
  const subject = <bdi>{`“${cut(commitSubject, 160)}”`}</bdi>;
  return (
    <>
      {commit !== null && <code>{shortCommit(commit)}</code>}
      {commitSubject !== "" && (isWebAddress(commitUrl) ? <a href={commitUrl}>{subject}</a> : subject)}
      <bdi>{cut(commitAuthor ?? reportedAuthor, 60)}</bdi>
    </>
  );
}

function ResultDetails({ result }: { readonly result: ResultDetail }) {
  const failed = result.attempts.findLast(({ errors }) => errors.length > 0);
  const latest = failed ?? result.attempts.at(-1);
  const artifacts = result.artifacts.filter(({ attempt }) => attempt === null || attempt === latest?.index);
  const picture = failurePicture(artifacts);
  const error = failed?.errors[0];
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
      <section className={picture === null ? styles["wide"] : styles["error"]} aria-label="Error" tabIndex={0}>
        {error === undefined ? (
          <p>
            {result.skipReason ?? (result.status === "passed" ? "No error in this run." : "The report has no error.")}
          </p>
        ) : (
          <ErrorBlock error={error} />
        )}
      </section>
      {picture !== null && (
        <div className={styles["picture"]}>
          <FailurePicture artifact={picture} artifacts={artifacts} />
        </div>
      )}
    </>
  );
}
