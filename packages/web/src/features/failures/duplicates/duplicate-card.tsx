import { Button } from "@mantine/core";
import type { DuplicateProposal, LikelyDuplicate } from "@plumb/contract/failures/duplicates.ts";
import { IconArrowMerge } from "@tabler/icons-react";
import { counted, cut } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./duplicates.module.css";
import { MarkedText } from "#features/failures/lists/marked-text.tsx";

interface DuplicateCardProps {
  readonly proposal: DuplicateProposal;
  readonly busy: boolean;
  readonly onMerge: (groupIds: readonly number[]) => void;
  readonly onKeepApart: (groupIds: readonly number[]) => void;
}

/** Two causes side by side, with the reason for the proposal and the effect of a merge. */
export function DuplicateCard({ proposal, busy, onMerge, onKeepApart }: DuplicateCardProps) {
  const { causes, merged, likelihood } = proposal;
  const groupIds = causes.map(({ id }) => id);
  const what = cut(causes[0]?.representativeError ?? "", 80);
  return (
    <article className={styles["card"]} aria-label={what}>
      <p className={styles["why"]}>
        <strong>{`${Math.round(likelihood)}% similar`}</strong>
        {`: ${reasonOf(proposal)}`}
      </p>
      <ul className={styles["pair"]} aria-label="Both causes">
        {causes.map((cause, index) => (
          <Cause key={cause.id} cause={cause} stays={index === 0} />
        ))}
      </ul>
      <div className={styles["end"]}>
        <span>{`Merged: ${countsOf(merged)}`}</span>
        <Button
          variant="default"
          size="xs"
          disabled={busy}
          aria-label={`Not the same: ${what}`}
          onClick={() => onKeepApart(groupIds)}
        >
          Not the same
        </Button>
        <Button
          size="xs"
          disabled={busy}
          leftSection={<IconArrowMerge size={14} aria-hidden />}
          aria-label={`Merge: ${what}`}
          onClick={() => onMerge(groupIds)}
        >
          Merge
        </Button>
      </div>
    </article>
  );
}

function Cause({ cause, stays }: { readonly cause: LikelyDuplicate; readonly stays: boolean }) {
  const { primaryClass, subClass, representativeError, text, onlyHere, lastSeen } = cause;
  return (
    <li>
      <p className={styles["head"]}>
        <span className={styles["quiet"]}>{stays ? "Keep" : "Merge into it"}</span>
        <ClassBadge of={primaryClass ?? "Unclassified"} />
        {subClass !== null && <span className={styles["quiet"]}>{subClass.name}</span>}
      </p>
      <p dir="auto">{cut(representativeError, 500)}</p>
      <pre className={styles["text"]} dir="auto">
        <MarkedText text={cut(text, 1000)} words={onlyHere} />
      </pre>
      <p className={styles["quiet"]}>
        {`${countsOf(cause)}, last `}
        <TimeAgo timestamp={lastSeen} />
      </p>
    </li>
  );
}

function countsOf({ failures, tests, runs }: DuplicateProposal["merged"]): string {
  return [counted(failures, "failure"), counted(tests, "test"), counted(runs, "run")].join(" · ");
}

/** Returns the reason as a sentence. */
function reasonOf({ by, sharedWords, sharedTests, sharedRuns }: DuplicateProposal): string {
  const text =
    by === "words"
      ? `${counted(sharedWords, "word")} in common, differences highlighted`
      : "same target or host and kind of failure, different wording";
  const together = [
    sharedTests > 0 ? counted(sharedTests, "test") : "",
    sharedRuns > 0 ? counted(sharedRuns, "run") : "",
  ].filter((part) => part !== "");
  return together.length === 0 ? `${text}.` : `${text}. Both occur in ${together.join(" and ")}.`;
}
