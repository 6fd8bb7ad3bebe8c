import { Button } from "@mantine/core";
import type { FailureGroupDetails } from "@plumb/contract/failures/failures.ts";
import { cut } from "#lib/format/format.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./group-details.module.css";

interface GroupDecisionsProps {
  readonly decisions: FailureGroupDetails["decisions"];
  /** `undefined` for viewers. */
  readonly onUndo: ((decisionId: number) => void) | undefined;
}

/** Decisions about a cause, which can be undone. */
export function GroupDecisions({ decisions, onUndo }: GroupDecisionsProps) {
  if (decisions.length === 0) return null;
  return (
    <>
      <h2>Decisions</h2>
      <ul className={styles["decisions"]} aria-label="Decisions">
        {decisions.map(({ id, at, by, text, undone, canUndo }) => (
          <li key={id}>
            <span className={undone ? styles["undone"] : ""}>{cut(text, 500)}</span>
            <span className={styles["quiet"]}>
              {`${by ?? "A former member"}, `}
              <TimeAgo timestamp={at} />
              {undone && ", undone"}
            </span>
            {canUndo && !undone && onUndo !== undefined && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Undo: ${cut(text, 100)}`}
                onClick={() => onUndo(id)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
