import { ActionIcon, Button, Checkbox, Group } from "@mantine/core";
import type { ClassificationRule } from "@plumb/contract/failures/rules.ts";
import { IconChevronDown, IconChevronUp, IconPencil, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { counted, cut } from "#lib/format/format.ts";
import { useReturnedFocus } from "#lib/keys/returned-focus.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { scopeText } from "./rule-texts.ts";
import styles from "./rules.module.css";

export type RuleAction = "up" | "down" | "switch" | "edit" | "delete";

interface RuleRowProps {
  readonly rule: ClassificationRule;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** `undefined` for users without permission to change rules. */
  readonly actions: { readonly busy: boolean; readonly onAction: (action: RuleAction) => void } | undefined;
}

/** Row of a rule with its pattern, its class and the number of failures that it decided. */
export function RuleRow({ rule, isFirst, isLast, actions }: RuleRowProps) {
  const { name, kind, pattern, ignoreCase, scope, primaryClass, subClass, enabled, failures, changedAt, changedBy } =
    rule;
  const where = scopeText(scope);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || actions === undefined) return;
    const action = event.key === "ArrowUp" && !isFirst ? "up" : event.key === "ArrowDown" && !isLast ? "down" : null;
    if (action === null) return;
    event.preventDefault();
    actions.onAction(action);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of its buttons
    <li className={styles["row"]} aria-label={name} data-off={!enabled} onKeyDown={onKeyDown}>
      <div className={styles["what"]}>
        <p className={styles["name"]}>
          <bdi dir="auto">{cut(name, 100)}</bdi>
          {!enabled && <span className={styles["quiet"]}> (off)</span>}
        </p>
        <p>
          {kind === "text" ? "contains " : "matches "}
          <code dir="auto">{cut(pattern, 500)}</code>
          {!ignoreCase && ", case-sensitive"}
          {where !== null && <bdi>{`; only ${cut(where, 500)}`}</bdi>}
        </p>
        <p className={styles["facts"]}>
          <ClassBadge of={primaryClass} />
          {subClass !== null && <span>{`${subClass.code} ${subClass.name}`}</span>}
          <span>{`${counted(failures, "failure")} in 90 days`}</span>
          <span className={styles["quiet"]}>
            {"Changed "}
            <TimeAgo timestamp={changedAt} />
            {changedBy !== null && <bdi>{` by ${cut(changedBy, 60)}`}</bdi>}
          </span>
        </p>
      </div>
      {actions !== undefined && (
        <Actions name={name} enabled={enabled} isFirst={isFirst} isLast={isLast} {...actions} />
      )}
    </li>
  );
}

interface ActionsProps extends Pick<RuleRowProps, "isFirst" | "isLast"> {
  readonly name: string;
  readonly enabled: boolean;
  readonly busy: boolean;
  readonly onAction: (action: RuleAction) => void;
}

function Actions({ name, enabled, isFirst, isLast, busy, onAction }: ActionsProps) {
  const [confirming, setConfirming] = useState(false);
  const remove = useReturnedFocus(confirming);
  if (confirming) return <DeleteQuestion busy={busy} onAction={onAction} onCancel={() => setConfirming(false)} />;
  const icons = [
    { action: "up", label: `Move “${name}” up`, title: "Move up (Alt ↑)", Icon: IconChevronUp, off: isFirst },
    { action: "down", label: `Move “${name}” down`, title: "Move down (Alt ↓)", Icon: IconChevronDown, off: isLast },
    { action: "edit", label: `Edit “${name}”`, title: "Edit", Icon: IconPencil, off: false },
  ] as const;
  return (
    <div className={styles["acts"]}>
      <Checkbox
        label="On"
        aria-label={`“${name}” is on`}
        checked={enabled}
        disabled={busy}
        onChange={() => onAction("switch")}
      />
      {icons.map(({ action, label, title, Icon, off }) => (
        // Disabled buttons stay focusable, so that a rule moved to an end of the list keeps the focus.
        <ActionIcon
          key={action}
          variant="subtle"
          color="gray"
          size="md"
          aria-label={label}
          title={title}
          aria-disabled={off}
          {...(off && { "data-disabled": true })}
          onClick={() => !off && onAction(action)}
        >
          <Icon size={18} color="var(--ink-2)" />
        </ActionIcon>
      ))}
      <ActionIcon
        ref={remove}
        variant="subtle"
        color="gray"
        size="md"
        aria-label={`Delete “${name}”`}
        title="Delete"
        onClick={() => setConfirming(true)}
      >
        <IconTrash size={18} color="var(--ink-2)" />
      </ActionIcon>
    </div>
  );
}

interface DeleteQuestionProps extends Pick<ActionsProps, "busy" | "onAction"> {
  readonly onCancel: () => void;
}

function DeleteQuestion({ busy, onAction, onCancel }: DeleteQuestionProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <Group gap="xs">
      <span>Delete this rule?</span>
      <Button ref={cancel} size="xs" variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button size="xs" color="red.8" loading={busy} onClick={() => onAction("delete")}>
        Delete rule
      </Button>
    </Group>
  );
}
