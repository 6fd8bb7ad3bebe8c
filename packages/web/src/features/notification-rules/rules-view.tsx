import { Button, Group } from "@mantine/core";
import { maxNotificationRules, type NotificationRule } from "@plumb/contract/integrations/notification-rules.ts";
import { IconPlus } from "@tabler/icons-react";
import { conditionText, eventWords, quietText } from "./rule-words.ts";
import styles from "./rules.module.css";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import panel from "#ui/layout/panel.module.css";
import list from "#ui/layout/settings-list.module.css";
import { TimeAgo } from "#ui/text/time-ago.tsx";

export type RuleAction = "edit" | "switch" | "delete";

interface RulesViewProps {
  readonly projectName: string;
  readonly rules: readonly NotificationRule[];
  /** Whether the project has a connection to a channel. */
  readonly hasChannel: boolean;
  readonly mayManage: boolean;
  readonly onAdd: () => void;
  /** Opens the dialog that connects a channel and adds a rule. */
  readonly onConnect: () => void;
  readonly onAction: (rule: NotificationRule, action: RuleAction) => void;
}

/** Notification rules of a project with their actions. */
export function RulesView({ projectName, rules, hasChannel, mayManage, onAdd, onConnect, onAction }: RulesViewProps) {
  if (rules.length === 0 && !mayManage)
    return (
      <EmptyState title="No notification rules yet">
        <p style={{ margin: 0, maxWidth: "52ch" }}>
          {"The leads of "}
          <b>{projectName}</b>
          {" can add rules that send messages about its runs and causes to a channel."}
        </p>
      </EmptyState>
    );
  const full = rules.length >= maxNotificationRules;
  const connect = (
    <Button variant={hasChannel ? "default" : "filled"} disabled={full} onClick={onConnect}>
      Connect a channel
    </Button>
  );
  if (rules.length === 0 && !hasChannel)
    return (
      <EmptyState title="No channel yet">
        <p style={{ margin: "0 0 4px", maxWidth: "52ch" }}>
          {"Rules send messages of "}
          <b>{projectName}</b>
          {" to a channel of Slack, Teams, Discord or Mattermost, by mail, or to a webhook."}
        </p>
        {connect}
      </EmptyState>
    );
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={full || !hasChannel} onClick={onAdd}>
      Add rule
    </Button>
  );
  if (rules.length === 0)
    return (
      <EmptyState title="No notification rules yet">
        <p style={{ margin: "0 0 4px", maxWidth: "52ch" }}>
          {"A rule sends a message when a run of "}
          <b>{projectName}</b>
          {" fails or recovers, or when a cause is new or returns. A preview shows the messages of the last 30 days."}
        </p>
        <Group gap="xs">
          {add}
          {connect}
        </Group>
      </EmptyState>
    );
  return (
    <section aria-labelledby="rules-head">
      <div className={list["head"]}>
        <div>
          <h2 id="rules-head">{`Notification rules of ${projectName}`}</h2>
          <p>
            {!mayManage
              ? "Leads of the project can change them. Each event is sent once per rule."
              : full
                ? `A project can have at most ${maxNotificationRules} rules. Delete one to add another.`
                : "Each event is sent once per rule."}
          </p>
        </div>
        {mayManage && (
          <Group gap="xs">
            {connect}
            {add}
          </Group>
        )}
      </div>
      <ul className={`${panel["panel"]} ${list["rows"]}`}>
        {rules.map((rule) => (
          <RuleRow key={rule.id} rule={rule} onAction={mayManage ? (action) => onAction(rule, action) : null} />
        ))}
      </ul>
    </section>
  );
}

function RuleRow({
  rule,
  onAction,
}: {
  readonly rule: NotificationRule;
  /** `null` if the user may not change it. */
  readonly onAction: ((action: RuleAction) => void) | null;
}) {
  const { name, channel, events, conditions, enabled, problem, lastSentAt } = rule;
  const [when, quiet] = [conditionText(conditions), quietText(rule)];
  return (
    <li className={list["row"]} aria-label={name}>
      <div className={list["what"]}>
        <b>{name}</b>
        <p className={styles["line"]}>{`${channel}: ${events.map((event) => eventWords[event].word).join(", ")}`}</p>
        {when !== "" && <p className={styles["line"]}>{`Only ${when}`}</p>}
        {quiet !== null && <p className={styles["line"]}>{quiet}</p>}
        <p className={styles["line"]}>
          {enabled ? "On" : "Off"}
          {lastSentAt !== null && (
            <>
              {". Last message "}
              <TimeAgo timestamp={lastSentAt} />
            </>
          )}
        </p>
        {problem !== null && <p className={list["problem"]}>{problem}</p>}
      </div>
      {onAction !== null && <RuleActions rule={rule} onAction={onAction} />}
    </li>
  );
}

function RuleActions({
  rule: { name, enabled },
  onAction,
}: {
  readonly rule: NotificationRule;
  readonly onAction: (action: RuleAction) => void;
}) {
  return (
    <div className={list["acts"]}>
      <Button size="xs" variant="default" aria-label={`Edit ${name}`} onClick={() => onAction("edit")}>
        Edit
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={`Switch ${enabled ? "off" : "on"} ${name}`}
        onClick={() => onAction("switch")}
      >
        {enabled ? "Switch off" : "Switch on"}
      </Button>
      <Button size="xs" variant="subtle" color="red" aria-label={`Delete ${name}`} onClick={() => onAction("delete")}>
        Delete
      </Button>
    </div>
  );
}
