import type { Report } from "@plumb/contract/runs/reports.ts";
import { factsByKey, severalValuesText } from "@plumb/contract/runs/run-labels.ts";
import { IconExternalLink, IconGitCommit, IconGitPullRequest, IconInfoCircle, IconTag } from "@tabler/icons-react";
import { cut, shortCommit } from "#lib/format/format.ts";
import { isWebAddress } from "#lib/address/web-address.ts";
import { CopyButton } from "#ui/code/copy-button.tsx";
import { type SimilarReports, asText, RunOrigin } from "./run-origin.tsx";
import styles from "./run-labels.module.css";
import { useIsPhone } from "./use-is-phone.ts";

interface RunLabelsProps {
  readonly report: Report;
  /** Plain text by default. */
  readonly similar?: SimilarReports;
}

/** Commit, pull request, CI job, tags and facts of a run. On phones, the origin of the run, which does not fit into the header. */
export function RunLabels({ report, similar = asText }: RunLabelsProps) {
  const isPhone = useIsPhone();
  return (
    <>
      {isPhone && <RunOrigin report={report} similar={similar} />}
      {report.commit !== null && (
        <span className={styles["label"]} title={`Commit ${report.commit}`}>
          <IconGitCommit size={14} aria-hidden />
          <Commit commit={report.commit} address={report.metadata["commitUrl"]} />
          <CopyButton value={report.commit} what="commit" />
        </span>
      )}
      <SharedLabels report={report} similar={similar} />
      {isWebAddress(report.ciUrl) && (
        <a className={styles["ci"]} href={report.ciUrl} target="_blank" rel="noreferrer">
          CI job <IconExternalLink size={14} aria-hidden />
        </a>
      )}
    </>
  );
}

/** Labels that other reports can have, too. */
function SharedLabels({ report, similar }: Required<RunLabelsProps>) {
  const { pullRequest, tags } = report;
  return (
    <>
      {pullRequest !== null && (
        <span className={styles["label"]} title={`Pull request ${pullRequest}`}>
          <IconGitPullRequest size={14} aria-hidden />
          {similar({ pullRequest: [pullRequest] }, pullRequestText(pullRequest))}
        </span>
      )}
      {tags.slice(0, maxLabels).map((tag) => (
        <span key={tag} className={styles["label"]} title="Tag">
          <IconTag size={14} aria-hidden />
          {similar({ tag: [tag] }, cut(tag, 40))}
        </span>
      ))}
      {factsByKey(report.facts)
        .slice(0, maxLabels)
        .map(([key, values]) => (
          <span key={key} className={styles["label"]} title={values.length > 1 ? severalValuesText(values) : "Fact"}>
            <IconInfoCircle size={14} aria-hidden />
            {similar({ fact: values.map((value) => `${key}=${value}`) }, `${key}: ${valuesText(values)}`)}
          </span>
        ))}
    </>
  );
}

/** The summary of the report lists all of them. */
const maxLabels = 4;

function valuesText(values: readonly string[]): string {
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
