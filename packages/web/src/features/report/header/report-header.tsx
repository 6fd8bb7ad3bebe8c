import type { Report } from "@plumb/contract/runs/reports.ts";
import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import { factsByKey, severalValuesText } from "@plumb/contract/runs/run-labels.ts";
import {
  IconExternalLink,
  IconGitBranch,
  IconGitCommit,
  IconGitPullRequest,
  IconInfoCircle,
  IconTag,
  IconUser,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { cut, shortCommit } from "#lib/format/format.ts";
import { isWebAddress } from "#lib/address/web-address.ts";
import { CopyButton } from "#ui/code/copy-button.tsx";
import { RunMarks } from "#ui/badges/run-marks.tsx";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import { Tag } from "#ui/badges/tag.tsx";
import styles from "./report-header.module.css";

interface ReportHeaderProps {
  readonly report: Report;
  readonly actions?: ReactNode;
  /** Renders a link to the reports with the same author, pull request, tag or fact. Defaults to plain text for pages without a list. */
  readonly alike?: (
    search: Pick<ReportListSearch, "commitAuthor" | "pullRequest" | "tag" | "fact">,
    text: string,
  ) => ReactNode;
}

/** Header of a report with its suite, number, status, environment and origin. */
export function ReportHeader({ report, actions, alike = (_search, text) => text }: ReportHeaderProps) {
  return (
    <header className={styles["header"]}>
      <div className={styles["line"]}>
        <h1 title={report.testSuite}>
          <bdi>{cut(report.testSuite, 160)}</bdi> <span className={styles["number"]}>{`#${report.number}`}</span>
        </h1>
        <StatusBadge outcome={report.status} variant="chip" />
        <RunMarks report={report} />
        <Tag longest={80}>{report.environment}</Tag>
        <Tag longest={80}>{report.framework}</Tag>
        {report.tags.slice(0, maxLabels).map((tag) => (
          <span key={tag} className={styles["source"]} title="Tag">
            <IconTag size={14} aria-hidden />
            {alike({ tag: [tag] }, cut(tag, 40))}
          </span>
        ))}
        {factsByKey(report.facts)
          .slice(0, maxLabels)
          .map(([key, values]) => (
            <span key={key} className={styles["source"]} title={values.length > 1 ? severalValuesText(values) : "Fact"}>
              <IconInfoCircle size={14} aria-hidden />
              {alike({ fact: values.map((value) => `${key}=${value}`) }, `${key}: ${factText(values)}`)}
            </span>
          ))}
        {report.branch !== null && (
          <span className={styles["source"]} title={`Branch ${report.branch}`}>
            <IconGitBranch size={14} aria-hidden />
            {cut(report.branch, 80)}
          </span>
        )}
        {report.commit !== null && (
          <span className={styles["source"]} title={`Commit ${report.commit}`}>
            <IconGitCommit size={14} aria-hidden />
            <Commit commit={report.commit} address={report.metadata["commitUrl"]} />
            <CopyButton value={report.commit} what="commit" />
          </span>
        )}
        {report.pullRequest !== null && (
          <span className={styles["source"]} title={`Pull request ${report.pullRequest}`}>
            <IconGitPullRequest size={14} aria-hidden />
            {alike({ pullRequest: [report.pullRequest] }, pullRequestText(report.pullRequest))}
          </span>
        )}
        {report.commitAuthor !== null && (
          <span className={styles["source"]} title={`Commit author ${report.commitAuthor}`}>
            <IconUser size={14} aria-hidden />
            {alike({ commitAuthor: [report.commitAuthor] }, cut(report.commitAuthor, 60))}
          </span>
        )}
        {isWebAddress(report.ciUrl) && (
          <a className={styles["ci"]} href={report.ciUrl} target="_blank" rel="noreferrer">
            CI job <IconExternalLink size={14} aria-hidden />
          </a>
        )}
      </div>
      {actions}
    </header>
  );
}

/** The summary of the report lists all of them. */
const maxLabels = 4;

function factText(values: readonly string[]): string {
  const visible = values.slice(0, 2).map((value) => cut(value, 40));
  return values.length > 2 ? `${visible.join(", ")} and ${values.length - 2} more` : visible.join(", ");
}

function pullRequestText(pullRequest: string): string {
  return /^\d+$/.test(pullRequest) ? `PR ${pullRequest}` : cut(pullRequest, 40);
}

/** Commit, as a link if the report contains its URL. */
function Commit({ commit, address }: { readonly commit: string; readonly address: string | undefined }) {
  const name = cut(shortCommit(commit), 80);
  if (!isWebAddress(address)) return name;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}
