import type { FileVerdict } from "@plumb/contract/runs/ingest.ts";
import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconCopyCheck,
  IconFileBroken,
  IconPhoto,
  type Icon,
} from "@tabler/icons-react";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import { verdictsByUrgency } from "./upload-state.ts";
import styles from "./upload-panel.module.css";

const variants: Readonly<Record<FileVerdict["verdict"], { word: string; icon: Icon; color: string }>> = {
  imported: { word: "Imported", icon: IconCircleCheck, color: "passed-ink" },
  duplicate: { word: "Duplicate", icon: IconCopyCheck, color: "ink-2" },
  partial: { word: "Partial", icon: IconFileBroken, color: "skipped-ink" },
  artifact: { word: "Artifact", icon: IconPhoto, color: "ink-2" },
  unused: { word: "Unused", icon: IconCircleDashed, color: "skipped-ink" },
  rejected: { word: "Rejected", icon: IconCircleX, color: "failed-ink" },
};

const visible = 200;
/** Maximum number of unused files listed individually. */
const maxUnused = 3;

/** Outcome of each file, important ones first. */
export function VerdictList({ verdicts }: { readonly verdicts: readonly FileVerdict[] }) {
  if (verdicts.length === 0) return null;
  const unused = verdicts.filter(({ verdict }) => verdict === "unused");
  // Summarizes many unused files with the same reason, because they would hide important lines.
  const summedUp = unused.length > maxUnused ? unused : [];
  const listed = verdicts.filter((verdict) => !summedUp.includes(verdict));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it
    <ul className={styles["verdicts"]} aria-label="Files" tabIndex={0}>
      {verdictsByUrgency(listed)
        .slice(0, visible)
        .map((verdict, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two files may have the same name, and the list is final
          <li key={index}>
            <Verdict verdict={verdict} />
          </li>
        ))}
      {listed.length > visible && (
        <li className={styles["note"]}>{`… and ${formatCount(listed.length - visible)} more`}</li>
      )}
      {summedUp.length > 0 && (
        <li className={styles["note"]}>
          <details>
            <summary>{`${formatCount(summedUp.length)} files are unused: no report in this upload refers to them`}</summary>
            {summedUp.slice(0, visible).map(({ name }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <div key={index}>{cut(name, 200)}</div>
            ))}
            {summedUp.length > visible && <div>{`… and ${formatCount(summedUp.length - visible)} more`}</div>}
          </details>
        </li>
      )}
    </ul>
  );
}

function Verdict({ verdict: { name, verdict, format, tests, reason } }: { readonly verdict: FileVerdict }) {
  const { word, icon: Icon, color } = variants[verdict];
  return (
    <>
      <span className={styles["word"]} style={{ color: `var(--${color})` }}>
        <Icon size={15} aria-hidden />
        {word}
      </span>
      <code>{cut(name, 200)}</code>
      {format !== null && (
        <span className={styles["note"]}>
          {verdict === "duplicate" ? format : `${format}, ${counted(tests, "test")}`}
        </span>
      )}
      {reason !== null && <span>{cut(reason, 1000)}</span>}
    </>
  );
}
