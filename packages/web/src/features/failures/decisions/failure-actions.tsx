import { Button, VisuallyHidden } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { useId } from "react";
import type { PushAction } from "#features/failures/tickets/use-push.tsx";
import styles from "./failure-actions.module.css";

export interface FailureActionsProps {
  readonly classifying: boolean;
  readonly onClassify: () => void;
  readonly deep: {
    /** Name of the language model; `null` if none is configured, `undefined` while loading. */
    readonly model: string | null | undefined;
    /** Whether the language model could not be loaded. */
    readonly isError: boolean;
    readonly running: boolean;
    readonly onStart: () => void;
  };
  readonly duplicates: {
    /** `undefined` while loading. */
    readonly count: number | undefined;
    readonly onOpen: () => void;
  };
  readonly push: PushAction;
}

/** Actions for all failures of the period. */
export function FailureActions({ classifying, onClassify, deep, duplicates, push }: FailureActionsProps) {
  return (
    <Button.Group className={styles["actions"] ?? ""} aria-label="All failures of this period">
      <MaybeAction
        label="Deep Analyze"
        needs={missingModel(deep)}
        does={`Asks ${deep.model} to explain the causes it has not described yet`}
        loading={deep.running}
        onClick={deep.onStart}
      />
      <MaybeAction
        label="Deduplicate"
        needs={missingDuplicates(duplicates.count)}
        does="Finds duplicate causes, and shows what merging them would change"
        onClick={duplicates.onOpen}
      />
      <MaybeAction
        label={`Push to ${push.tracker ?? "Jira"}`}
        needs={missingTracker(push)}
        does="Creates tickets for causes, after a preview"
        onClick={push.onOpen}
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconSparkles size={14} aria-hidden />}
        title="Classifies the unclassified failures of this period"
        loading={classifying}
        onClick={onClassify}
      >
        Auto-Classify
      </Button>
    </Button.Group>
  );
}

function missingModel({ model, isError }: FailureActionsProps["deep"]): string | null {
  if (model === undefined && isError) return "Failed to load the language model. Reload the page to try again.";
  if (model === undefined) return "Checking for a language model";
  return model === null
    ? "Coming soon: it needs a language model, which an administrator sets up in Settings, Language model"
    : null;
}

function missingDuplicates(count: number | undefined): string | null {
  if (count === undefined) return "Looking for likely duplicates";
  return count === 0 ? "Coming soon: no likely duplicates in this period" : null;
}

function missingTracker({ tracker, isError, causes }: PushAction): string | null {
  if (tracker === undefined && isError) return "Failed to load the trackers. Reload the page to try again.";
  if (tracker === undefined) return "Checking for a tracker";
  if (tracker === null)
    return "Coming soon: it needs Jira or another tracker, which a project lead adds in Settings, Connections";
  if (causes === undefined) return "Looking for causes";
  return causes === 0 ? "Coming soon: no causes in this period" : null;
}

interface MaybeActionProps {
  readonly label: string;
  /** Missing requirement; `null` if the action is available. */
  readonly needs: string | null;
  readonly does?: string;
  readonly loading?: boolean;
  readonly onClick?: () => void;
}

/** Unavailable actions stay focusable, so that all users can read the reason. */
function MaybeAction({ label, needs, does, loading = false, onClick }: MaybeActionProps) {
  const reason = useId();
  if (needs === null)
    return (
      <Button size="xs" variant="default" title={does} loading={loading} onClick={onClick}>
        {label}
      </Button>
    );
  return (
    <>
      <Button size="xs" variant="default" aria-disabled data-disabled title={needs} aria-describedby={reason}>
        {label}
      </Button>
      <VisuallyHidden id={reason}>{needs}</VisuallyHidden>
    </>
  );
}
