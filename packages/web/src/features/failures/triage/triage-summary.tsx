import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { counted, formatCount, formatDuration } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import panel from "#ui/layout/panel.module.css";
import { firstUndecided } from "./triage-queue.ts";
import type { TriageViewProps } from "./triage-view-props.ts";
import { otherParts, slackText, visitSummary } from "./visit-summary.ts";
import styles from "./triage.module.css";

/** Decisions of this visit, after the last cause. */
export function TriageSummary(props: TriageViewProps) {
  const { name, queue, outcomes, tookMs, onStep, onCopy, actions } = props;
  if (queue.length === 0)
    return (
      <EmptyState title="No causes to triage">
        <Button variant="default" onClick={() => onStep(undefined)}>
          Close
        </Button>
      </EmptyState>
    );
  const summary = visitSummary(props);
  const { decided, classes, open } = summary;
  const others = otherParts(summary);
  return (
    <div className={`${panel["panel"]} ${styles["summary"]}`}>
      <h2>
        {decided === 0
          ? "No decisions in this visit"
          : `${counted(decided, "cause")} decided in ${formatDuration(tookMs)}`}
      </h2>
      <ul aria-label="Decisions">
        {classes.map(({ as, count, assignees }) => (
          <li key={as}>
            <strong>{formatCount(count)}</strong> <ClassBadge of={as} />
            {assignees.length > 0 && <bdi>{` ${assignees.join(", ")}`}</bdi>}
          </li>
        ))}
        {others.map((part) => (
          <li key={part}>
            <bdi>{part}</bdi>
          </li>
        ))}
      </ul>
      <p>{open === 0 ? "Every cause has a decision." : `${counted(open, "cause")} without a decision.`}</p>
      <div className={styles["buttons"]}>
        {open > 0 && actions !== undefined && (
          <Button size="xs" onClick={() => onStep(firstUndecided(queue, outcomes)?.id)}>
            Next without a decision
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => onCopy(slackText({ name, summary, tookMs, url: listUrl() }))}
        >
          Copy for Slack
        </Button>
        <Button size="xs" variant="default" onClick={() => onStep(undefined)}>
          Close
        </Button>
      </div>
    </div>
  );
}

/** Returns the address of the page that was triaged. */
function listUrl(): string {
  const url = new URL(location.href);
  url.searchParams.delete("triage");
  return url.href;
}
