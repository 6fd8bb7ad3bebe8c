import type { Report } from "@plumb/contract/runs/reports.ts";
import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import type { ReactNode } from "react";
import { cut } from "#lib/format/format.ts";
import { isWebAddress } from "#lib/address/web-address.ts";
import styles from "./run-origin.module.css";

/** Renders a link to the reports with the same author, pull request, tag or fact. */
export type SimilarReports = (
  search: Pick<ReportListSearch, "commitAuthor" | "pullRequest" | "tag" | "fact">,
  text: string,
) => ReactNode;

/** For pages without a list of reports. */
export const asText: SimilarReports = (_search, text) => text;

interface RunOriginProps {
  readonly report: Report;
  readonly similar: SimilarReports;
}

/** Environment, framework, branch, and subject and author of the commit of a run. Unknown ones are omitted. */
export function RunOrigin({ report, similar }: RunOriginProps) {
  const { environment, framework, branch, commitAuthor, metadata } = report;
  const { commitSubject = "", commitAuthor: reportedAuthor = "" } = metadata;
  return (
    <>
      <span className={styles["part"]} title={`Environment ${cut(environment, 200)}`}>
        {cut(environment, 60)}
      </span>
      <span className={`${styles["part"]} ${styles["framework"]}`} title={`Framework ${cut(framework, 200)}`}>
        {cut(framework, 60)}
      </span>
      {branch !== null && (
        <span className={`${styles["part"]} ${styles["branch"]}`} title={`Branch ${cut(branch, 300)}`}>
          <bdi>{cut(branch, 80)}</bdi>
        </span>
      )}
      {commitSubject !== "" && <Subject subject={commitSubject} address={metadata["commitUrl"]} />}
      {(commitAuthor ?? reportedAuthor) !== "" && (
        <span className={styles["part"]} title={`Commit author ${cut(commitAuthor ?? reportedAuthor, 200)}`}>
          <bdi>
            {/* Reports cannot be filtered by an author that only their metadata contains. */}
            {commitAuthor === null
              ? cut(reportedAuthor, 60)
              : similar({ commitAuthor: [commitAuthor] }, cut(commitAuthor, 60))}
          </bdi>
        </span>
      )}
    </>
  );
}

/** Subject of the commit, as a link if the report contains the URL of the commit. */
function Subject({ subject, address }: { readonly subject: string; readonly address: string | undefined }) {
  const text = <bdi>{`“${cut(subject, 160)}”`}</bdi>;
  const title = `Commit subject: ${cut(subject, 500)}`;
  if (!isWebAddress(address))
    return (
      <span className={`${styles["part"]} ${styles["subject"]}`} title={title}>
        {text}
      </span>
    );
  return (
    <a
      className={`${styles["part"]} ${styles["subject"]}`}
      href={address}
      target="_blank"
      rel="noreferrer"
      title={title}
    >
      {text}
    </a>
  );
}
