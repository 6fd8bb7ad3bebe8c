import { Checkbox } from "@mantine/core";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconGitBranch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { cut, formatDayTime, formatDuration, formatTimestamp, formatRate, shortCommit } from "#lib/format/format.ts";
import { OutcomeBar } from "#ui/outcome/outcome-bar.tsx";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import { Tag } from "#ui/badges/tag.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { AuthorChips } from "./author-chips.tsx";
import styles from "./report-card.module.css";
import { ReportCounts } from "./report-counts.tsx";
import { ReportName } from "./report-name.tsx";

export interface ReportCardActions {
  readonly onSelect: (report: Report) => void;
  /** Shows the reports of this author. */
  readonly onAuthor: (name: string) => void;
  /** Shows the reports with this branch, tag or fact. */
  readonly onNarrow: (filter: "branch" | "tag" | "fact", value: string) => void;
  readonly exports?: ((report: Report) => ReactNode) | undefined;
}

interface ReportCardProps extends ReportCardActions {
  readonly report: Report;
  readonly selected: boolean;
}

/** Card of a report with its name, outcome and the authors of its tests. */
export function ReportCard({ report, selected, onSelect, onAuthor, onNarrow, exports }: ReportCardProps) {
  const { id, summary, branch, commit } = report;
  const name = `${cut(report.testSuite, 200)} #${report.number}`;
  return (
    <article className={styles["card"]} data-selected={selected}>
      <Checkbox
        size="xs"
        className={styles["select"]}
        aria-label={`Select ${name}`}
        checked={selected}
        onChange={() => onSelect(report)}
      />
      <StatusBadge outcome={report.status} className={styles["status"] ?? ""} />
      <ReportName report={report} className={styles["name"]} />
      <span className={styles["bar"]}>
        <OutcomeBar {...summary} />
      </span>
      <span className={styles["rate"]} title="Pass rate, excluding skipped tests (final attempt)">
        {formatRate(summary.passRate)}
      </span>
      <span className={styles["counts"]}>
        <ReportCounts reportId={id} summary={summary} zeros />
      </span>
      <span className={styles["duration"]} title="Duration">
        {formatDuration(summary.duration)}
      </span>
      <TimeAgo timestamp={report.startTime} className={styles["ago"]} />
      <div className={styles["more"]}>
        <span className={styles["kind"]}>
          <Tag title="Environment" longest={60}>
            {report.environment}
          </Tag>
          <Tag title="Framework" longest={60}>
            {report.framework}
          </Tag>
        </span>
        <time dateTime={report.startTime} title={formatTimestamp(report.startTime)}>
          {formatDayTime(report.startTime)}
        </time>
        {branch !== null && (
          <button type="button" title="List the reports of this branch" onClick={() => onNarrow("branch", branch)}>
            <IconGitBranch size={13} aria-hidden />
            {cut(branch, 60)}
          </button>
        )}
        {commit !== null && <code title={cut(commit, 100)}>{cut(shortCommit(commit), 20)}</code>}
        <Labels report={report} onNarrow={onNarrow} />
        <AuthorChips label="Test Authors" names={report.authors} onAuthor={onAuthor} />
        <AuthorChips
          label="Failed Test Authors (requires attention)"
          names={report.failedAuthors}
          alarming
          onAuthor={onAuthor}
        />
      </div>
      {exports !== undefined && <div className={styles["exports"]}>{exports(report)}</div>}
    </article>
  );
}

/** The first tags and facts, as buttons that list the reports with them. */
function Labels({ report: { tags, facts }, onNarrow }: Pick<ReportCardProps, "report" | "onNarrow">) {
  return (
    <>
      {tags.slice(0, 4).map((tag) => (
        <button key={tag} type="button" title="List the reports with this tag" onClick={() => onNarrow("tag", tag)}>
          {cut(tag.startsWith("@") || tag.startsWith("#") ? tag : `#${tag}`, 40)}
        </button>
      ))}
      {facts.slice(0, 4).map((fact) => (
        <button key={fact} type="button" title="List the reports with this fact" onClick={() => onNarrow("fact", fact)}>
          {cut(fact, 60)}
        </button>
      ))}
    </>
  );
}
