import { Text } from "@mantine/core";
import type { DuplicateProposal } from "@plumb/contract/failures/duplicates.ts";
import { useRef } from "react";
import { counted, formatCount } from "#lib/format/format.ts";
import { DuplicateCard } from "./duplicate-card.tsx";
import styles from "./duplicates.module.css";

interface DuplicatesProps {
  readonly proposals: readonly DuplicateProposal[];
  readonly total: number;
  readonly notCompared: number;
  /** Name of the window, such as `in 30 days`. */
  readonly periodText: string;
  /** Whether a decision is being saved. */
  readonly busy: boolean;
  /** @param groupIds The first one is kept. */
  readonly onMerge: (groupIds: readonly number[]) => void;
  readonly onKeepApart: (groupIds: readonly number[]) => void;
}

/** Pairs of causes that are probably duplicates, the most likely first. */
export function Duplicates({ proposals, total, notCompared, periodText, busy, onMerge, onKeepApart }: DuplicatesProps) {
  const list = useRef<HTMLDivElement>(null);
  // The pressed button disappears together with its proposal.
  const then = (decide: (groupIds: readonly number[]) => void) => (groupIds: readonly number[]) => {
    decide(groupIds);
    list.current?.focus();
  };
  return (
    <div className={styles["duplicates"]} ref={list} tabIndex={-1}>
      <Text component="output" className={styles["lead"] ?? ""}>
        {proposals.length === 0
          ? `No causes ${periodText} are similar enough to suggest.`
          : `${counted(total, "proposal")} ${periodText}${total > proposals.length ? `, the ${formatCount(proposals.length)} most likely shown` : ""}. Nothing changes until you merge, and each merge can be undone.`}
      </Text>
      {notCompared > 0 && (
        <p className={styles["quiet"]}>
          {`${counted(notCompared, "cause")} of this period ${notCompared === 1 ? "was" : "were"} not compared with all others because there are too many. Choose fewer days or search for a test to compare more.`}
        </p>
      )}
      <ul className={styles["list"]} aria-label="Proposals">
        {proposals.map((proposal) => (
          <li key={proposal.causes.map(({ id }) => id).join(" ")}>
            <DuplicateCard proposal={proposal} busy={busy} onMerge={then(onMerge)} onKeepApart={then(onKeepApart)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
