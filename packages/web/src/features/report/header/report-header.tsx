import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconExternalLink, IconGitBranch, IconGitCommit } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { cut, shortCommit } from "#lib/format/format.ts";
import { isWebAddress } from "#lib/address/web-address.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { Tag } from "#ui/tag.tsx";
import styles from "./report-header.module.css";

interface ReportHeaderProps {
  readonly report: Report;
  /** What can be done with the report. */
  readonly actions?: ReactNode;
}

/** What the report is of: suite, number, status, where and from what it ran. */
export function ReportHeader({ report, actions }: ReportHeaderProps) {
  return (
    <header className={styles["header"]}>
      <div className={styles["line"]}>
        <h1 title={report.testSuite}>
          <bdi>{cut(report.testSuite, 160)}</bdi> <span className={styles["number"]}>{`#${report.number}`}</span>
        </h1>
        <StatusBadge outcome={report.status} variant="chip" />
        <Tag longest={80}>{report.environment}</Tag>
        <Tag longest={80}>{report.framework}</Tag>
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

/** The commit, where the report says so as a link to it. */
function Commit({ commit, address }: { readonly commit: string; readonly address: string | undefined }) {
  const name = cut(shortCommit(commit), 80);
  if (!isWebAddress(address)) return name;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}
