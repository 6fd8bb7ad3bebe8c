import { Button, Menu } from "@mantine/core";
import type { Binding } from "@plumb/contract/integrations/bindings.ts";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconPlayerPause,
} from "@tabler/icons-react";
import { connectionState, offerLabels } from "./connection-labels.ts";
import styles from "./connections.module.css";
import { ActionMenu } from "#ui/list/action-menu.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import list from "#ui/layout/settings-list.module.css";

export type ConnectionAction = "test" | "log" | "edit" | "switch" | "delete";

interface ConnectionRowProps {
  readonly connection: Binding;
  /** Name of the connector, such as "Slack". */
  readonly connectorName: string;
  /** Result of the last test on this page; `null` if there was none. */
  readonly test: { readonly passed: boolean; readonly message: string } | null;
  readonly testing: boolean;
  /** Whether a change is in progress. */
  readonly busy: boolean;
  readonly onAction: (action: ConnectionAction) => void;
}

const states = {
  working: { word: "Working", icon: IconCircleCheck, color: "var(--passed-ink)" },
  failing: { word: "Failing", icon: IconAlertTriangle, color: "var(--failed-ink)" },
  untried: { word: "Nothing sent yet", icon: IconCircleDashed, color: "var(--ink-2)" },
  disabled: { word: "Disabled", icon: IconPlayerPause, color: "var(--ink-2)" },
} as const;

/** Row of a connection with its state and test result. */
export function ConnectionRow({ connection, connectorName, test, testing, busy, onAction }: ConnectionRowProps) {
  const { name, offer, connector, owner, enabled, problem, lastAttempt, webhookUrl, secretsSet } = connection;
  const title = `${connectorName} · ${name}`;
  const { word, icon: Icon, color } = states[connectionState(connection)];
  return (
    <li className={list["row"]} aria-label={title}>
      <div className={list["what"]}>
        <b className={styles["name"]}>{title}</b>
        <div className={list["facts"]}>
          <span className={styles["mark"]} style={{ color }}>
            <Icon size={15} aria-hidden />
            {word}
          </span>
          <span>{offerLabels[offer]}</span>
          {owner === "project" && connector !== "webhooks" && <span>Own account</span>}
          {lastAttempt !== null && (
            <span>
              {lastAttempt.passed ? "Last sent " : "Last attempt failed "}
              <TimeAgo timestamp={lastAttempt.at} />
            </span>
          )}
        </div>
        {problem !== null && <p className={list["problem"]}>{problem}</p>}
        {webhookUrl !== null && secretsSet.includes("webhookSecret") && (
          <p className={styles["webhook"]}>
            Address for its webhook: <code>{webhookUrl}</code>
          </p>
        )}
      </div>
      <div className={list["acts"]}>
        <Button
          size="xs"
          variant="default"
          loading={testing}
          {...(offer === "channel" && { title: "Posts a message that everyone in the channel can see" })}
          onClick={() => onAction("test")}
        >
          {offer === "channel" ? "Send test" : "Test"}
        </Button>
        <ActionMenu of={title} loading={busy}>
          <Menu.Item onClick={() => onAction("log")}>Deliveries</Menu.Item>
          <Menu.Item onClick={() => onAction("edit")}>Edit</Menu.Item>
          <Menu.Item onClick={() => onAction("switch")}>{enabled ? "Disable" : "Enable"}</Menu.Item>
          <Menu.Item onClick={() => onAction("delete")}>Delete…</Menu.Item>
        </ActionMenu>
      </div>
      <div className={styles["test"]} aria-live="polite">
        {test !== null && (
          <span style={{ color: test.passed ? "var(--passed-ink)" : "var(--failed-ink)" }}>
            {test.passed ? <IconCircleCheck size={15} aria-hidden /> : <IconCircleX size={15} aria-hidden />}
            {` ${test.message}`}
          </span>
        )}
      </div>
    </li>
  );
}
