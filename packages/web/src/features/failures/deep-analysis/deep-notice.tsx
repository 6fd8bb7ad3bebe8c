import { CloseButton, Loader } from "@mantine/core";
import type { DeepAnalysis } from "@plumb/contract/failures/deep-analysis.ts";
import { IconInfoCircle, IconSparkles } from "@tabler/icons-react";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import { modelFacts } from "#ui/text/model-words.tsx";
import panel from "#ui/layout/panel.module.css";
import styles from "./deep-notice.module.css";

interface DeepNoticeProps {
  readonly deep: DeepAnalysis;
  readonly onClose: () => void;
}

/** Progress or result of the analysis by a language model. */
export function DeepNotice({ deep, onClose }: DeepNoticeProps) {
  const running = deep.status === "running";
  return (
    <div className={`${panel["panel"]} ${styles["notice"]}`}>
      {running ? (
        <Loader size={16} aria-hidden />
      ) : deep.note === null ? (
        <IconSparkles size={16} aria-hidden />
      ) : (
        <IconInfoCircle size={16} aria-hidden />
      )}
      <p>{running ? progressOf(deep) : outcomeOf(deep)}</p>
      <span className={styles["facts"]}>{modelFacts(deep)}</span>
      {!running && <CloseButton size="sm" aria-label="Dismiss" onClick={onClose} />}
    </div>
  );
}

function progressOf({ pending, described, causes }: DeepAnalysis): string {
  return `A language model is describing ${counted(pending, "cause")}: ${formatCount(described)} of ${formatCount(causes)} done.`;
}

function outcomeOf({ note, described, causes, leftForLater }: DeepAnalysis): string {
  const done =
    described === 0
      ? ""
      : `A language model described ${formatCount(described)} of ${counted(causes, "cause")}. Open one to read it. It may be wrong; classes are not changed.`;
  const later =
    leftForLater === 0 ? "" : `${counted(leftForLater, "cause")} were not described: start Deep Analyze again.`;
  return [note === null ? "" : cut(note, 500), done, later].filter((sentence) => sentence !== "").join(" ");
}
