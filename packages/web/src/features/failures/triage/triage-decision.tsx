import { Button, Kbd } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import {
  type Icon,
  IconArrowLeft,
  IconArrowMerge,
  IconArrowRight,
  IconCalendarDue,
  IconCheck,
  IconMessagePlus,
  IconShieldPause,
  IconTicket,
  IconUserPlus,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type FailureAct, failureActs } from "#lib/keys/triaged-failure.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { ActionMenu } from "#ui/list/action-menu.tsx";
import { ActionItems } from "#ui/list/actions.tsx";
import { causeBeside, classInQueue } from "./triage-queue.ts";
import type { TriageViewProps } from "./triage-view-props.ts";
import { movesOf } from "./use-triage-keys.ts";
import styles from "./triage.module.css";

/** Classes and acts for a cause, with their keys. */
export function Decision(props: TriageViewProps & { readonly current: FailureGroup }) {
  const { current, queue, outcomes, actions } = props;
  const visible = classInQueue(current, outcomes);
  const previous = causeBeside(queue, current.id, -1);
  const next = causeBeside(queue, current.id, 1);
  const saving = outcomes.get(current.id)?.status === "saving";
  const { go, classify } = movesOf(props);
  return (
    <fieldset className={styles["decision"]} aria-label="Decision" data-bottom-bar>
      {actions !== undefined && (
        <>
          {failureClasses.map((each, index) => (
            <button
              key={each}
              type="button"
              className={styles["class"]}
              aria-pressed={visible === each}
              aria-keyshortcuts={String(index + 1)}
              onClick={() => classify(each)}
            >
              <Kbd size="xs" aria-hidden>
                {index + 1}
              </Kbd>
              <ClassBadge of={each} />
            </button>
          ))}
          <Act keys="y" label="Known: keep class" disabled={visible === null} onClick={() => classify(visible)} />
        </>
      )}
      <span className={styles["acts"]}>
        {actions !== undefined && (
          <>
            <CauseActs onAct={(act) => actions.onAct(act, current)} />
            <Act keys="u" label="Undo" disabled={actions.onUndo === undefined} onClick={() => actions.onUndo?.()} />
          </>
        )}
        <span className={styles["steps"]}>
          <Act
            keys="k"
            label="Previous"
            icon={<IconArrowLeft size={14} aria-hidden />}
            disabled={previous === undefined}
            onClick={() => go(-1)}
          />
          <Act
            keys="j"
            label={next === undefined ? "Summary" : "Next"}
            icon={next === undefined ? <IconCheck size={14} aria-hidden /> : <IconArrowRight size={14} aria-hidden />}
            onClick={() => go(1)}
          />
        </span>
      </span>
      <output className={styles["saving"]}>{saving ? "Saving" : ""}</output>
    </fieldset>
  );
}

/** In the order of the acts. */
const acts: Readonly<Record<FailureAct, { readonly label: string; readonly icon: Icon }>> = {
  assign: { label: "Assign", icon: IconUserPlus },
  due: { label: "Due date", icon: IconCalendarDue },
  item: { label: "Item", icon: IconMessagePlus },
  quarantine: { label: "Quarantine", icon: IconShieldPause },
  same: { label: "Same as…", icon: IconArrowMerge },
  ticket: { label: "Ticket", icon: IconTicket },
};

/** Acts with a dialog: buttons, or a menu where space is short. */
function CauseActs({ onAct }: { readonly onAct: (act: FailureAct) => void }) {
  const isNarrow = useMediaQuery("(width < 720px)", false, { getInitialValueInEffect: false });
  if (!isNarrow)
    return failureActs.map(({ act, key }) => (
      <Act key={act} keys={key} label={acts[act].label} isDialog onClick={() => onAct(act)} />
    ));
  return (
    <ActionMenu of="this cause">
      <ActionItems actions={failureActs.map(({ act }) => ({ ...acts[act], onClick: () => onAct(act) }))} />
    </ActionMenu>
  );
}

interface ActProps {
  readonly keys: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  readonly isDialog?: boolean;
  readonly onClick: () => void;
}

function Act({ keys, label, icon, disabled = false, isDialog = false, onClick }: ActProps) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={icon}
      rightSection={
        <Kbd size="xs" aria-hidden>
          {keys}
        </Kbd>
      }
      aria-keyshortcuts={keys === "T" ? "Shift+T" : keys}
      {...(isDialog && { "aria-haspopup": "dialog" as const })}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
