import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { counted, formatCount } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import panel from "#ui/layout/panel.module.css";
import { classesOfVisit, firstUndecided, isDecided } from "./triage-queue.ts";
import type { TriageViewProps } from "./triage-view-props.ts";
import styles from "./triage.module.css";

/** Decisions of this visit, after the last cause. */
export function TriageSummary({ name, queue, outcomes, onStep, onCopy, actions }: TriageViewProps) {
  if (queue.length === 0)
    return (
      <EmptyState title="No causes to triage">
        <Button variant="default" onClick={() => onStep(undefined)}>
          Close
        </Button>
      </EmptyState>
    );
  const classes = classesOfVisit(outcomes);
  const done = classes.reduce((sum, [, count]) => sum + count, 0);
  const open = queue.filter((group) => !isDecided(group, outcomes));
  const text = `Triage of ${name}: ${summaryText(classes, open.length)} ${location.href}`;
  return (
    <div className={`${panel["panel"]} ${styles["summary"]}`}>
      <h2>{done === 0 ? "No decisions in this visit" : `${counted(done, "cause")} decided in this visit`}</h2>
      <ul aria-label="Decisions">
        {classes.map(([as, count]) => (
          <li key={as}>
            <strong>{formatCount(count)}</strong> <ClassBadge of={as} />
          </li>
        ))}
      </ul>
      <p>
        {open.length === 0 ? "Every cause has a decision." : `${counted(open.length, "cause")} without a decision.`}
      </p>
      <div className={styles["buttons"]}>
        {open.length > 0 && actions !== undefined && (
          <Button size="xs" onClick={() => onStep(firstUndecided(queue, outcomes)?.id)}>
            Next without a decision
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => onCopy(text)}
        >
          Copy for chat
        </Button>
        <Button size="xs" variant="default" onClick={() => onStep(undefined)}>
          Close
        </Button>
      </div>
    </div>
  );
}

function summaryText(classes: ReturnType<typeof classesOfVisit>, open: number): string {
  const parts = [
    ...classes.map(([as, count]) => `${count} ${as}`),
    ...(open === 0 ? [] : [`${open} without a decision`]),
  ];
  return `${parts.join(", ")}.`;
}
