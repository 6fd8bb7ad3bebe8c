import type { UploadDetails as Details, UploadFile, FileProblems } from "@plumb/contract/runs/uploads.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { counted, cut, formatBytes, formatCount, formatTimestamp } from "#lib/format/format.ts";
import { problemLabels } from "#ui/outcome/problem-labels.ts";
import { uploadTitle, wayLabels } from "./upload-styles.ts";
import { UploadReports } from "./upload-reports.tsx";
import { UploadStateMark } from "./upload-state-mark.tsx";
import styles from "./uploads.module.css";
import { VerdictList } from "./verdict-list.tsx";

/** Upload with its outcome, sender, reports, files and problems by file and line. */
export function UploadDetails({ upload }: { readonly upload: Details }) {
  const { state, reason, reports, files, verdictCount, problems, problemCount } = upload;
  return (
    <>
      <p className={styles["outcome"]}>
        <UploadStateMark state={state} />
        <span>{cut(uploadTitle(upload), 200)}</span>
      </p>
      {reason !== null && <p className={styles["reason"]}>{cut(reason, 2000)}</p>}
      <Facts upload={upload} />
      {reports.length > 0 && (
        <Part title={reports.length === 1 ? "Report" : "Reports"}>
          <UploadReports reports={reports} max={20} />
          {reports.every(({ gone }) => gone) && (
            <p className={styles["quiet"]}>It was deleted by a user or by automatic cleanup.</p>
          )}
        </Part>
      )}
      {files.length > 0 && (
        <Part title={verdictCount === 1 ? "File" : `${formatCount(verdictCount)} files`}>
          <VerdictList verdicts={files.map(withSize)} />
          {verdictCount > files.length && (
            <p className={styles["quiet"]}>{`Showing the ${formatCount(files.length)} most relevant files.`}</p>
          )}
        </Part>
      )}
      {problems.length > 0 && (
        <Part title="Problems by file and line">
          {problems.map((group) => (
            <ProblemsOfFile key={group.file ?? ""} group={group} />
          ))}
          {problemCount > listed(problems) && (
            <p
              className={styles["quiet"]}
            >{`Showing the first ${formatCount(listed(problems))} of ${formatCount(problemCount)}.`}</p>
          )}
        </Part>
      )}
    </>
  );
}

function listed(problems: readonly FileProblems[]): number {
  return problems.reduce((sum, group) => sum + group.problems.length, 0);
}

function withSize(file: UploadFile): UploadFile {
  return file.bytes === null ? file : { ...file, name: `${cut(file.name, 180)} (${formatBytes(file.bytes)})` };
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles["part"]}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function ProblemsOfFile({ group: { file, problems } }: { readonly group: FileProblems }) {
  return (
    <div className={styles["problems"]}>
      <h4>{file === null ? "Entire upload" : <code>{cut(file, 200)}</code>}</h4>
      <ul>
        {problems.map(({ id, severity, line, reason }) => (
          <li key={id}>
            <span className={styles["line"]}>{line === null ? "–" : `line ${formatCount(line)}`}</span>
            <span>
              <b>{problemLabels[severity]}</b> {cut(reason, 500)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Facts({ upload }: { readonly upload: Details }) {
  const { receivedAt, endedAt, way, sender, key, suite, environment, branch, commit, build, ciUrl, shard } = upload;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ["Received", formatTimestamp(receivedAt)],
    [
      "Ended",
      endedAt === null || formatTimestamp(endedAt) === formatTimestamp(receivedAt) ? null : formatTimestamp(endedAt),
    ],
    ["Method", wayLabels[way]],
    [sender.kind === "key" ? "API key" : "Sent by", sender.name === null ? "Unknown" : cut(sender.name, 100)],
    ["Key", key === null ? null : keyText(key)],
    [
      "Size",
      upload.bytes === 0
        ? null
        : `${formatBytes(upload.bytes)}${upload.fileCount > 1 ? `, ${counted(upload.fileCount, "file")}` : ""}`,
    ],
    ["Tests read", upload.tests === 0 ? null : formatCount(upload.tests)],
    ["Suite", suite],
    ["Environment", environment],
    ["Branch", branch],
    ["Commit", commit === null ? null : <code>{cut(commit, 100)}</code>],
    ["Build", build === null ? null : cut(build, 200)],
    ["CI job", ciUrl === null ? null : <CiLink url={ciUrl} />],
    ["Shard", shard === null ? null : `${shard.current}${shard.total === null ? "" : ` of ${shard.total}`}`],
  ];
  return (
    <dl className={styles["facts"]}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === "string" ? cut(value, 300) : value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function CiLink({ url }: { readonly url: string }) {
  // Addresses from senders become links only if they are http or https.
  if (!/^https?:\/\//i.test(url)) return <>{cut(url, 100)}</>;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {cut(url, 100)}
    </a>
  );
}

function keyText({ prefix, state, lastUsedAt }: NonNullable<Details["key"]>): ReactNode {
  if (state === "gone") return "It no longer exists";
  const used = lastUsedAt === null ? "never used" : `last used ${formatTimestamp(lastUsedAt)}`;
  return (
    <>
      <code>{`${prefix}…`}</code>
      {` ${state}, ${used}`}
    </>
  );
}

/** Link to all uploads of the same report, below the details. */
export function SameReportLink({ upload }: { readonly upload: Details }) {
  const [report] = upload.reports;
  if (report === undefined || report.gone) return null;
  return (
    <p className={styles["quiet"]}>
      <Link to="/uploads" search={{ report: report.id, upload: upload.id }} resetScroll={false}>
        {`All uploads of report #${report.number}`}
      </Link>
    </p>
  );
}
