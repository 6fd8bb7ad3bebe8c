import { ActionIcon } from "@mantine/core";
import type { BoardPin } from "@plumb/contract/projects/boards.ts";
import type { ProjectState } from "@plumb/contract/projects/project-states.ts";
import { IconChevronLeft, IconChevronRight, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { cut } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import styles from "./board-view.module.css";
import { pinLabels } from "./pin-labels.ts";
import { PinValue } from "./pin-value.tsx";

export type Move = "earlier" | "later";

interface PinActions {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (to: Move) => void;
  readonly onRemove: () => void;
}

interface PinCardProps {
  readonly pin: BoardPin;
  readonly project: ProjectState;
  readonly onEnter: () => void;
  /** `null` for users who may not change the board. */
  readonly actions: PinActions | null;
}

/** A pinned value with its project. */
export function PinCard({ pin, project, onEnter, actions }: PinCardProps) {
  const name = `${pinLabels[pin.kind]} of ${cut(project.name, 100)}`;
  return (
    <li className={`${panel["panel"]} ${styles["pin"]}`} data-pin={pin.id} aria-label={name}>
      <div className={styles["head"]}>
        <Link to="/" onClick={onEnter} title={project.name} className={styles["project"] ?? ""}>
          <bdi>{cut(project.name, 200)}</bdi>
        </Link>
        {actions !== null && <Actions name={name} actions={actions} />}
      </div>
      <span className={styles["label"]}>{pinLabels[pin.kind]}</span>
      <PinValue kind={pin.kind} project={project} onEnter={onEnter} />
    </li>
  );
}

function Actions({ name, actions }: { readonly name: string; readonly actions: PinActions }) {
  const { isFirst, isLast, onMove, onRemove } = actions;
  const button = { variant: "subtle", color: "gray", size: "sm" } as const;
  return (
    <span className={styles["actions"]}>
      <ActionIcon
        {...button}
        aria-label={`Move ${name} earlier`}
        data-move={"earlier" satisfies Move}
        disabled={isFirst}
        onClick={() => onMove("earlier")}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...button}
        aria-label={`Move ${name} later`}
        data-move={"later" satisfies Move}
        disabled={isLast}
        onClick={() => onMove("later")}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon {...button} aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </span>
  );
}
