import type { SharedView } from "@plumb/contract/projects/share-links.ts";
import { IconGitBranch, IconGitCommit } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { SharedResultPanel } from "#features/results/detail/shared-result-panel.tsx";
import { cut, shortCommit } from "#lib/format/format.ts";
import { choiceOf, withChoice } from "#lib/address/report-search.ts";
import { usePageTitle } from "#lib/page/page-title.ts";
import { Tag } from "#ui/badges/tag.tsx";
import panel from "#ui/layout/panel.module.css";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./shared-page.module.css";

interface SharedFailureProps extends Pick<SharedView, "run" | "title"> {
  readonly reportId: number;
  readonly resultId: number;
}

/** A test in a run, for the reader of a share link. */
export function SharedFailure({ reportId, resultId, run, title }: SharedFailureProps) {
  const search = useSearch({ from: "/s/$token" });
  const navigate = useNavigate({ from: "/s/$token" });
  usePageTitle(cut(title, 200));
  return (
    <>
      <h1 className={styles["title"]}>
        <bdi>{cut(title, 300)}</bdi>
      </h1>
      {run !== null && (
        <p className={styles["run"]}>
          <TimeAgo timestamp={run.startTime} />
          <Tag longest={80}>{run.environment}</Tag>
          {run.branch !== null && (
            <span title={`Branch ${run.branch}`}>
              <IconGitBranch size={14} aria-hidden /> {cut(run.branch, 80)}
            </span>
          )}
          {run.commit !== null && (
            <span title={`Commit ${run.commit}`}>
              <IconGitCommit size={14} aria-hidden /> {cut(shortCommit(run.commit), 80)}
            </span>
          )}
        </p>
      )}
      <article className={panel["panel"]} aria-label="Test">
        <SharedResultPanel
          reportId={reportId}
          resultId={resultId}
          live={false}
          metadata={run?.metadata ?? {}}
          {...choiceOf({ ...search, result: resultId }, resultId)}
          onChoose={(attempt, step) =>
            void navigate({
              search: (before) => withChoice(before, resultId, { attempt, step }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      </article>
    </>
  );
}
