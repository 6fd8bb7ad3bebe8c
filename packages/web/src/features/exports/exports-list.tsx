import { ActionIcon, Button, Progress } from "@mantine/core";
import type { Export } from "@plumb/contract/runs/exports.ts";
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconDownload,
  IconLoader2,
  IconPlayerStop,
  IconTrash,
} from "@tabler/icons-react";
import { formatBytes, formatCount, formatDay, formatTimestamp } from "#lib/format/format.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { exportKind, failureOf } from "./export-labels.ts";
import styles from "./exports.module.css";

interface ExportsListProps {
  readonly exports: readonly Export[];
  /** Export that the link refers to. */
  readonly shown: number | undefined;
  /** Id of the export that is being cancelled or deleted. */
  readonly busy: number | null;
  readonly onRemove: (one: Export) => void;
  readonly onDownload: (one: Export) => void;
}

/** Exports of a report with user, state and file. */
export function ExportsList({ exports, shown, busy, onRemove, onDownload }: ExportsListProps) {
  if (exports.length === 0)
    return (
      <p className={styles["none"]}>
        No exports yet. Exports are kept for a week and are available to all members of the project.
      </p>
    );
  return (
    <ul aria-label="Exports">
      {exports.map((one) => (
        <li key={one.exportId} className={styles["row"]} data-shown={one.exportId === shown || undefined}>
          <div className={styles["what"]}>
            <span className={styles["file"]}>{one.fileName}</span>
            <span className={styles["facts"]}>
              <StateMark {...one} />
              <span>{exportKind(one)}</span>
              {one.bytes !== null && <span>{formatBytes(one.bytes)}</span>}
              <span>
                {`${one.requestedBy?.name ?? "An API key"}, `}
                <TimeAgo timestamp={one.createdAt} />
              </span>
              {one.state === "done" && one.expiresAt !== null && (
                <span
                  title={`Deleted ${formatTimestamp(one.expiresAt)}`}
                >{`kept until ${formatDay(one.expiresAt)}`}</span>
              )}
            </span>
            {(one.error !== null || one.state === "failed") && (
              <span className={styles["error"]}>{one.error ?? failureOf(one)}</span>
            )}
            {one.state === "running" && (
              <Progress
                value={one.total === 0 ? 100 : (100 * one.done) / one.total}
                size="xs"
                mt={6}
                aria-label={`${one.fileName}: ${formatCount(one.done)} of ${formatCount(one.total)} tests`}
              />
            )}
          </div>
          {one.downloadUrl !== null && (
            <Button
              component="a"
              href={one.downloadUrl}
              download
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={15} aria-hidden />}
              aria-label={`Download ${one.fileName}`}
              onClick={(event) => {
                // Lets the browser handle clicks with these keys, which open a new tab or save the link.
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                onDownload(one);
              }}
            >
              Download
            </Button>
          )}
          {one.mayDelete && <RemoveButton one={one} busy={busy === one.exportId} onRemove={onRemove} />}
        </li>
      ))}
    </ul>
  );
}

interface RemoveButtonProps {
  readonly one: Export;
  readonly busy: boolean;
  readonly onRemove: (one: Export) => void;
}

function RemoveButton({ one, busy, onRemove }: RemoveButtonProps) {
  const going = one.state === "queued" || one.state === "running";
  const label = `${going ? "Cancel" : "Delete"} ${one.fileName}`;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      aria-label={label}
      title={label}
      loading={busy}
      onClick={() => onRemove(one)}
    >
      {going ? <IconPlayerStop size={16} aria-hidden /> : <IconTrash size={16} aria-hidden />}
    </ActionIcon>
  );
}

const variants = {
  queued: { word: "Waiting", icon: IconClock, color: "var(--ink-2)" },
  running: { word: "In progress", icon: IconLoader2, color: "var(--running-ink)" },
  done: { word: "Ready", icon: IconCircleCheck, color: "var(--passed-ink)" },
  failed: { word: "Failed", icon: IconAlertTriangle, color: "var(--failed-ink)" },
  cancelled: { word: "Cancelled", icon: IconBan, color: "var(--ink-2)" },
} as const;

/** State of an export as icon and text. */
function StateMark({ state, done, total }: Pick<Export, "state" | "done" | "total">) {
  const { word, icon: Icon, color } = variants[state];
  const counted = state === "running" ? `: ${formatCount(done)} of ${formatCount(total)} tests` : "";
  return (
    <span className={styles["mark"]} style={{ color }}>
      <Icon size={14} aria-hidden />
      {`${word}${counted}`}
    </span>
  );
}
