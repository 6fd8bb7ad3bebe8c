import { Tabs } from "@mantine/core";
import type { Attempt, ResultDetail as Detail } from "@plumb/contract/results.ts";
import { clip } from "#lib/format.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { LinkedText } from "#ui/linked-text.tsx";
import { testOutcome } from "#ui/outcome.ts";
import { StatusBadge } from "#ui/status-badge.tsx";
import { AttemptPanel } from "./attempt-panel.tsx";
import styles from "./result-detail.module.css";

/** One test of a run: who and where it is, then its attempts. */
export function ResultDetail({ detail }: { readonly detail: Detail }) {
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
              <b>{clip(type, 60)}</b> <LinkedText text={clip(description ?? "", 500)} />
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
          <Tabs.Tab
            key={attempt.index}
            value={String(attempt.index)}
            {...(attempt === preferred && { ref: bringIntoView })}
          >
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

/** The tab that is chosen first may be the last of many: its row of tabs scrolls to it, the page does not. */
function bringIntoView(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (tab === null || row === null || row === undefined) return;
  row.scrollLeft = tab.offsetLeft + tab.offsetWidth - row.clientWidth;
}
