import { Button } from "@mantine/core";
import type { FailureGroupDetails } from "@plumb/contract/failures/failures.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import type { ReactNode } from "react";
import { IconListCheck, IconPencil, IconPin, IconPinnedOff } from "@tabler/icons-react";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { cut } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { ConfidenceBadge } from "#ui/badges/confidence-badge.tsx";
import { CopyButton } from "#ui/code/copy-button.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { GroupDecisions } from "./group-decisions.tsx";
import styles from "./group-details.module.css";
import { GroupFacts } from "./group-facts.tsx";
import { GroupSignatures } from "./group-signatures.tsx";
import { GroupTests } from "./group-tests.tsx";
import { ModelReplyPanel } from "./model-answer-panel.tsx";

export interface GroupDetailsActions {
  readonly onReclassify: (group: FailureGroupDetails) => void;
  readonly onSplit: (groupId: number, signatures: readonly string[]) => void;
  readonly onPin: (groupId: number, pinned: boolean) => void;
  readonly onUndo: (decisionId: number) => void;
  readonly onTakeOver: (groupId: number, primaryClass: FailureClass) => void;
  /** `undefined` for users without permission to write rules. */
  readonly onMakeRule: (() => void) | undefined;
}

interface GroupDetailsProps {
  readonly group: FailureGroupDetails;
  readonly search: FailureSearch;
  /** How it began, as a sentence. */
  readonly story?: ReactNode;
  /** Analysis items and tickets about the cause. */
  readonly items?: ReactNode;
  /** Buttons that copy its link or text. */
  readonly handOver?: ReactNode;
  /** Commits that may have started the cause. */
  readonly suspects?: ReactNode;
  /** `undefined` for viewers. */
  readonly actions: GroupDetailsActions | undefined;
}

/** In percent. A second class with a lower confidence is not shown. */
const visibleRunnerUp = 20;

/** Details of a cause: its story, its error once, what to do, and below that why and where. */
export function GroupDetails({ group, search, story, items, handOver, suspects, actions }: GroupDetailsProps) {
  return (
    <section className={styles["details"]} aria-label="Cause">
      {story !== undefined && <div className={styles["story"]}>{story}</div>}
      <div className={styles["head"]}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and is to be scrolled by keys as well */}
        <pre dir="auto" tabIndex={0} aria-label="Representative error">
          {cut(group.representativeError, 20_000)}
        </pre>
        <CopyButton value={group.representativeError} what="the error" />
      </div>
      <div className={styles["actions"]}>
        {actions !== undefined && <CauseActions group={group} actions={actions} />}
        {handOver}
      </div>
      {items !== undefined && (
        <div className={styles["items"]} data-buttons={actions !== undefined}>
          {items}
        </div>
      )}
      {group.llm !== null && <ModelReplyPanel group={group} answer={group.llm} onTakeOver={actions?.onTakeOver} />}
      <div className={styles["columns"]}>
        <Classification group={group} onUndo={actions?.onUndo} />
        <div>
          <GroupFacts group={group} />
          <GroupTests group={group} search={search} />
        </div>
      </div>
      {suspects}
      <GroupSignatures group={group} onSplit={actions?.onSplit} />
    </section>
  );
}

interface CauseActionsProps {
  readonly group: FailureGroupDetails;
  readonly actions: GroupDetailsActions;
}

function CauseActions({ group, actions }: CauseActionsProps) {
  return (
    <>
      <Button
        size="xs"
        leftSection={<IconPencil size={14} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => actions.onReclassify(group)}
      >
        Reclassify
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={group.pinned ? <IconPinnedOff size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
        title="A pinned cause stays on top and is never merged automatically"
        onClick={() => actions.onPin(group.id, !group.pinned)}
      >
        {group.pinned ? "Unpin" : "Pin"}
      </Button>
      {actions.onMakeRule !== undefined && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconListCheck size={14} aria-hidden />}
          aria-haspopup="dialog"
          onClick={actions.onMakeRule}
        >
          Make a rule
        </Button>
      )}
    </>
  );
}

interface ClassificationProps {
  readonly group: FailureGroupDetails;
  readonly onUndo: GroupDetailsActions["onUndo"] | undefined;
}

/** Class of the cause, the reasons for it, and users' decisions. */
function Classification({ group, onUndo }: ClassificationProps) {
  const { primaryClass, subClass, confidence, decidedBy, reason, decision, representativeError } = group;
  // The error is shown above.
  const evidence = [...new Set(group.evidence)].filter(
    (line) => !representativeError.includes(line.trim().replace(/^\w*Error: /, "")),
  );
  const alternatives =
    decidedBy === "person" ? [] : group.alternatives.filter((other) => other.confidence >= visibleRunnerUp);
  return (
    <div>
      <h2>Classification</h2>
      <p className={styles["verdict"]}>
        <ClassBadge of={primaryClass ?? "Unclassified"} />
        {subClass !== null && <span>{`${subClass.code} ${subClass.name}`}</span>}
        {confidence !== null && <ConfidenceBadge percent={confidence} />}
      </p>
      <p>
        <bdi dir="auto">{cut(reason, 600)}</bdi>
        {decision !== undefined && (
          <span className={styles["quiet"]}>
            {" "}
            <TimeAgo timestamp={decision.at} />
          </span>
        )}
      </p>
      {evidence.length > 0 && (
        <ul className={styles["evidence"]} aria-label="Deciding lines">
          {evidence.map((line) => (
            <li key={line}>
              <bdi dir="auto">{cut(line, 1000)}</bdi>
            </li>
          ))}
        </ul>
      )}
      {alternatives.length > 0 && (
        <p className={styles["quiet"]}>
          {`It might also be: ${alternatives.map((other) => `${other.class} (${Math.round(other.confidence)}%)`).join(", ")}.`}
        </p>
      )}
      <GroupDecisions decisions={group.decisions} onUndo={onUndo} />
    </div>
  );
}
