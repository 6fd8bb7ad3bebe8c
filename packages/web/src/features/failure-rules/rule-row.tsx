import { ActionIcon, Button, Checkbox, Group } from "@mantine/core";
import type { ClassificationRule } from "@plumb/contract/failures/rules.ts";
import { IconChevronDown, IconChevronUp, IconPencil, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { counted, cut } from "#lib/format/format.ts";
import { useReturnedFocus } from "#lib/keys/returned-focus.ts";
import { ClassBadge } from "#ui/class-badge.tsx";
import { TimeAgo } from "#ui/time-ago.tsx";
import { scopeWords } from "./rule-words.ts";
import styles from "./rules.module.css";

export type RuleAct = "up" | "down" | "switch" | "edit" | "delete";

interface RuleRowProps {
  readonly rule: ClassificationRule;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** `undefined` for users without permission to change rules. */
  readonly acts: { readonly busy: boolean; readonly onAct: (act: RuleAct) => void } | undefined;
}

/** Row of a rule with its pattern, its class and the number of failures that it decided. */
export function RuleRow({ rule, isFirst, isLast, acts }: RuleRowProps) {
  const { name, kind, pattern, ignoreCase, scope, primaryClass, subClass, enabled, failures, changedAt, changedBy } =
    rule;
  const where = scopeWords(scope);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || acts === undefined) return;
    const act = event.key === "ArrowUp" && !isFirst ? "up" : event.key === "ArrowDown" && !isLast ? "down" : null;
    if (act === null) return;
    event.preventDefault();
    acts.onAct(act);
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
          {!ignoreCase && ", in this case"}
          {where !== null && <bdi>{`; only ${cut(where, 500)}`}</bdi>}
        </p>
        <p className={styles["facts"]}>
          <ClassBadge of={primaryClass} />
          {subClass !== null && <span>{`${subClass.code} ${subClass.name}`}</span>}
          <span>{`${counted(failures, "failure")} in 90 days`}</span>
          <span className={styles["quiet"]}>
            {"Changed "}
            <TimeAgo moment={changedAt} />
            {changedBy !== null && <bdi>{` by ${cut(changedBy, 60)}`}</bdi>}
          </span>
        </p>
      </div>
      {acts !== undefined && <Acts name={name} enabled={enabled} isFirst={isFirst} isLast={isLast} {...acts} />}
    </li>
  );
}

interface ActsProps extends Pick<RuleRowProps, "isFirst" | "isLast"> {
  readonly name: string;
  readonly enabled: boolean;
  readonly busy: boolean;
  readonly onAct: (act: RuleAct) => void;
}

function Acts({ name, enabled, isFirst, isLast, busy, onAct }: ActsProps) {
  const [asked, setAsked] = useState(false);
  const remove = useReturnedFocus(asked);
  if (asked) return <DeleteQuestion busy={busy} onAct={onAct} onCancel={() => setAsked(false)} />;
  const icons = [
    { act: "up", label: `Move “${name}” up`, title: "Move up (Alt ↑)", Icon: IconChevronUp, off: isFirst },
    { act: "down", label: `Move “${name}” down`, title: "Move down (Alt ↓)", Icon: IconChevronDown, off: isLast },
    { act: "edit", label: `Edit “${name}”`, title: "Edit", Icon: IconPencil, off: false },
  ] as const;
  return (
    <div className={styles["acts"]}>
      <Checkbox
        label="On"
        aria-label={`“${name}” is on`}
        checked={enabled}
        disabled={busy}
        onChange={() => onAct("switch")}
      />
      {icons.map(({ act, label, title, Icon, off }) => (
        // Disabled buttons stay focusable, so that a rule moved to an end of the list keeps the focus.
        <ActionIcon
          key={act}
          variant="subtle"
          color="gray"
          size={30}
          aria-label={label}
          title={title}
          aria-disabled={off}
          {...(off && { "data-disabled": true })}
          onClick={() => !off && onAct(act)}
        >
          <Icon size={18} color="var(--ink-2)" />
        </ActionIcon>
      ))}
      <ActionIcon
        ref={remove}
        variant="subtle"
        color="gray"
        size={30}
        aria-label={`Delete “${name}”`}
        title="Delete"
        onClick={() => setAsked(true)}
      >
        <IconTrash size={18} color="var(--ink-2)" />
      </ActionIcon>
    </div>
  );
}

interface DeleteQuestionProps extends Pick<ActsProps, "busy" | "onAct"> {
  readonly onCancel: () => void;
}

function DeleteQuestion({ busy, onAct, onCancel }: DeleteQuestionProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <Group gap="xs">
      <span>Delete this rule?</span>
      <Button ref={cancel} size="xs" variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button size="xs" color="red.8" loading={busy} onClick={() => onAct("delete")}>
        Delete rule
      </Button>
    </Group>
  );
}
