import { Skeleton, Tabs } from "@mantine/core";
import type { Attempt, ResultDetail as Detail } from "@plumb/contract/reports.ts";
import { useQuery } from "@tanstack/react-query";
import { clip } from "#lib/format.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { testOutcome } from "#ui/outcome.ts";
import { StatusBadge } from "#ui/status-badge.tsx";
import { AttemptPanel } from "./attempt-panel.tsx";
import styles from "./result-detail.module.css";
import { resultQuery } from "./results.queries.ts";

interface ResultDetailPanelProps {
  readonly reportId: number;
  readonly resultId: number;
  readonly live: boolean;
}

/** Fetches and shows everything known about one test of a run. */
export function ResultDetailPanel({ reportId, resultId, live }: ResultDetailPanelProps) {
  const result = useQuery(resultQuery(reportId, resultId, live));
  if (result.isError) {
    return (
      <div className={styles["detail"]}>
        <ErrorPanel error={result.error} fallback="Failed to load this test" onRetry={() => void result.refetch()} />
      </div>
    );
  }
  if (result.data === undefined) {
    return (
      <div className={styles["detail"]} aria-busy>
        <Skeleton height={140} animate={false} />
      </div>
    );
  }
  return <ResultDetail detail={result.data} />;
}

/** One test of a run: who and where it is, then its attempts. */
function ResultDetail({ detail }: { readonly detail: Detail }) {
  const path = detail.titlePath.map((part) => clip(part, 2000)).join(" › ");
  const place = detail.file === null ? null : `${detail.file}${detail.line === null ? "" : `:${detail.line}`}`;
  return (
    <div className={styles["detail"]}>
      <p className={styles["path"]}>
        {clip(path, 4000)}
        <CopyButton value={detail.titlePath.join(" › ")} what="test name" />
      </p>
      <p className={styles["facts"]}>
        {place !== null && (
          <span className={styles["file"]}>
            {clip(place, 400)}
            <CopyButton value={place} what="file path" />
          </span>
        )}
        {detail.browser !== null && <span>{detail.browser}</span>}
        {detail.author !== null && <span>{`by ${clip(detail.author, 100)}`}</span>}
        {detail.tags.slice(0, 30).map((tag) => (
          <span key={tag} className={styles["tag"]}>
            {clip(tag, 60)}
          </span>
        ))}
      </p>
      {detail.skipReason !== null && <p className={styles["skip"]}>{`Skipped: ${clip(detail.skipReason, 1000)}`}</p>}
      {detail.annotations.length > 0 && (
        <ul className={styles["annotations"]} aria-label="Annotations">
          {detail.annotations.slice(0, 30).map(({ type, description }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- annotations have no identity but their place
            <li key={index}>
              <b>{clip(type, 60)}</b> {clip(description ?? "", 500)}
            </li>
          ))}
        </ul>
      )}
      <Attempts detail={detail} />
    </div>
  );
}

function Attempts({ detail }: { readonly detail: Detail }) {
  const { attempts, artifacts } = detail;
  const preferred = attempts.findLast(({ errors }) => errors.length > 0) ?? attempts.at(-1);
  if (preferred === undefined) return <p className={styles["facts"]}>The report tells nothing more about this test.</p>;
  const artifactsOf = (attempt: Attempt) =>
    artifacts.filter(
      (artifact) => artifact.attempt === attempt.index || (artifact.attempt === null && attempt === preferred),
    );
  if (attempts.length === 1) return <AttemptPanel attempt={preferred} artifacts={artifactsOf(preferred)} />;
  return (
    <Tabs defaultValue={String(preferred.index)} keepMounted={false}>
      <Tabs.List aria-label="Attempts" className={styles["tabs"] ?? ""}>
        {attempts.map((attempt) => (
          <Tabs.Tab key={attempt.index} value={String(attempt.index)}>
            <span className={styles["tab"]}>
              {`Attempt ${attempt.index + 1}`}
              <StatusBadge outcome={testOutcome(attempt.status, false)} />
            </span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {attempts.map((attempt) => (
        <Tabs.Panel key={attempt.index} value={String(attempt.index)} pt={12}>
          <AttemptPanel attempt={attempt} artifacts={artifactsOf(attempt)} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
