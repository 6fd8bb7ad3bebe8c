import { Button, CloseButton, Progress } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import { useUploads } from "./upload-context.ts";
import { UploadDetailsForm } from "./upload-details-form.tsx";
import { detailsText } from "./upload-details.ts";
import styles from "./upload-panel.module.css";
import type { Upload } from "./upload-state.ts";
import { VerdictList } from "./verdict-list.tsx";

/**
 * Form for the parameters of the next uploads, and all uploads that have not been dismissed: their progress, then their runs and the
 * outcome of each file.
 */
export function UploadPanels() {
  const { projectId, uploads, dismiss, cancel, detailsOpen } = useUploads();
  return (
    <>
      {detailsOpen && <UploadDetailsForm key={projectId} />}
      {uploads.map((upload) => (
        <UploadPanel
          key={upload.id}
          upload={upload}
          onDismiss={() => dismiss(upload.id)}
          onCancel={() => cancel(upload.id)}
        />
      ))}
    </>
  );
}

interface UploadPanelProps {
  readonly upload: Upload;
  readonly onDismiss: () => void;
  readonly onCancel: () => void;
}

function UploadPanel({ upload, onDismiss, onCancel }: UploadPanelProps) {
  const visibleDetails = cut(detailsText(upload.details), 300);
  const busy = upload.phase === "sending" || upload.phase === "reading";
  return (
    <section className={`${panel["panel"]} ${styles["upload"]}`} aria-label="Upload" aria-busy={busy}>
      <div className={styles["head"]}>
        <h2 aria-live="polite">
          {upload.phase === "done" && !isRefused(upload) && (
            <IconCircleCheck size={18} color="var(--passed-ink)" aria-hidden />
          )}
          {(upload.phase === "failed" || isRefused(upload)) && (
            <IconAlertTriangle size={18} color="var(--failed-ink)" aria-hidden />
          )}
          {title(upload)}
        </h2>
        {busy ? (
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        ) : (
          <CloseButton aria-label="Close" onClick={onDismiss} />
        )}
      </div>
      {busy && (
        <Progress
          value={upload.phase === "reading" ? 100 : upload.share * 100}
          animated={upload.phase === "reading"}
          aria-label="Upload progress"
          size="sm"
        />
      )}
      {visibleDetails !== "" && <p className={styles["said"]}>{`Sent with ${visibleDetails}`}</p>}
      {upload.error !== null && <p className={styles["error"]}>{upload.error}</p>}
      {upload.phase === "failed" && (
        <p className={styles["said"]}>
          <Link to="/uploads">See all uploads</Link>
        </p>
      )}
      {upload.runs.length > 0 && (
        <ul className={styles["runs"]} aria-label="Uploaded reports">
          {upload.runs.map((run) => (
            <li key={run.reportId}>
              <StatusBadge outcome={run.status} />
              <Link to="/reports/$reportId" params={{ reportId: String(run.reportId) }}>
                {`${cut(run.suite, 120)} #${run.number}`}
              </Link>
              <span>{countsOf(run)}</span>
            </li>
          ))}
        </ul>
      )}
      <VerdictList verdicts={upload.verdicts} />
    </section>
  );
}

/** Also true for partly rejected uploads, because the rejected files are more important than the accepted ones. */
function isRefused({ phase, verdicts }: Upload): boolean {
  return phase === "done" && verdicts.some(({ verdict }) => verdict === "rejected");
}

function title({ phase, fileNames, share, verdicts }: Upload): string {
  const [only, ...more] = fileNames;
  const files = only !== undefined && more.length === 0 ? cut(only, 80) : counted(fileNames.length, "file");
  if (phase === "sending") return `Sending ${files}: ${Math.round(share * 100)}%`;
  if (phase === "reading") return `Reading ${files}…`;
  if (phase === "failed") return `Upload of ${files} failed`;
  const refused = verdicts.filter(({ verdict }) => verdict === "rejected").length;
  return refused === 0 ? `Uploaded ${files}` : `Uploaded ${files}, ${formatCount(refused)} rejected`;
}

/** Returns the same counts as the list of reports below. */
function countsOf({ total, failed, errored }: { total: number; failed: number; errored: number }): string {
  const parts = [counted(total, "test"), `${formatCount(failed)} failed`];
  return [...parts, ...(errored > 0 ? [`${formatCount(errored)} errored`] : [])].join(", ");
}
