import { type Report, silentAfterMs } from "@plumb/contract/runs/reports.ts";
import { IconHeartOff } from "@tabler/icons-react";
import { cut, formatCount } from "#lib/format/format.ts";
import { useNow } from "#ui/text/now.ts";
import { Tag } from "./tag.tsx";
import styles from "./run-marks.module.css";

/** Marks partial runs, and running runs without recent updates. Empty for most runs. */
export function RunMarks({ report }: { readonly report: Report }) {
  const { partial } = report;
  return (
    <>
      {typeof partial === "string" && (
        <Tag longest={20} title={cut(partial, 500)}>
          Partial
        </Tag>
      )}
      <RunSilence report={report} />
    </>
  );
}

function RunSilence({ report: { status, heardAt } }: { readonly report: Report }) {
  const nowMs = useNow();
  const silentMs = status === "running" && typeof heardAt === "string" ? nowMs - Date.parse(heardAt) : 0;
  if (silentMs < silentAfterMs) return null;
  return (
    <span
      className={styles["silence"]}
      title="Reporters send data every 30 seconds while tests run. The process may have been killed."
    >
      <IconHeartOff size={14} aria-hidden />
      {`No data for ${formatCount(Math.floor(silentMs / 60_000))} minutes`}
    </span>
  );
}
