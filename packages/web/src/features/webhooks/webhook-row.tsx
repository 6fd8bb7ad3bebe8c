import { Button, Menu } from "@mantine/core";
import type { Webhook, WebhookDelivery } from "@plumb/contract/integrations/webhooks.ts";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { DeliveryReply } from "./delivery-answer.tsx";
import { eventWord, stateOf } from "./webhook-labels.ts";
import { WebhookStateMark } from "./webhook-state-mark.tsx";
import styles from "./webhooks.module.css";
import { formatDuration } from "#lib/format/format.ts";
import { ActionMenu } from "#ui/list/action-menu.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import list from "#ui/layout/settings-list.module.css";

export type WebhookAction = "test" | "log" | "edit" | "switch" | "delete";

interface WebhookRowProps {
  readonly webhook: Webhook;
  /** Result of the last test on this page; `null` if there was none. */
  readonly test: WebhookDelivery | null;
  readonly testing: boolean;
  /** Whether it is being changed. */
  readonly busy: boolean;
  readonly onAction: (action: WebhookAction) => void;
}

/** Row of a webhook with its address, state and test result. */
export function WebhookRow({ webhook, test, testing, busy, onAction }: WebhookRowProps) {
  const { url, events, enabled, problem, lastAttempt, failingSince } = webhook;
  return (
    <li className={list["row"]} aria-label={url}>
      <div className={list["what"]}>
        <code className={styles["url"]}>{url}</code>
        <div className={list["facts"]}>
          <WebhookStateMark state={stateOf(webhook)} />
          <span>{events.map(eventWord).join(", ")}</span>
          {lastAttempt !== null && (
            <span>
              {lastAttempt.passed ? "Last delivered " : "Last attempt failed "}
              <TimeAgo timestamp={lastAttempt.at} />
            </span>
          )}
          {enabled && failingSince !== null && failingSince !== lastAttempt?.at && (
            <span>
              {"Nothing delivered since "}
              <TimeAgo timestamp={failingSince} />
            </span>
          )}
        </div>
        {problem !== null && <p className={list["problem"]}>{problem}</p>}
      </div>
      <div className={list["acts"]}>
        <Button size="xs" variant="default" loading={testing} onClick={() => onAction("test")}>
          Send test
        </Button>
        <Button size="xs" variant="default" onClick={() => onAction("log")}>
          Deliveries
        </Button>
        <ActionMenu of={url} loading={busy}>
          <Menu.Item onClick={() => onAction("edit")}>Edit</Menu.Item>
          <Menu.Item onClick={() => onAction("switch")}>{enabled ? "Disable" : "Enable"}</Menu.Item>
          <Menu.Item onClick={() => onAction("delete")}>Delete…</Menu.Item>
        </ActionMenu>
      </div>
      <div className={styles["test"]} aria-live="polite">
        {test !== null && <TestResult test={test} />}
      </div>
    </li>
  );
}

function TestResult({ test }: { readonly test: WebhookDelivery }) {
  const passed = test.status === "delivered";
  const Icon = passed ? IconCircleCheck : IconCircleX;
  const answered = test.responseStatus !== null;
  return (
    <>
      <span className={styles["mark"]} style={{ color: passed ? "var(--passed-ink)" : "var(--failed-ink)" }}>
        <Icon size={15} aria-hidden />
        {passed ? "Test delivered" : "Test failed"}
      </span>
      {answered && ` The receiver responded with ${test.responseStatus} in ${formatDuration(test.durationMs)}.`}
      <DeliveryReply delivery={answered && !passed ? { ...test, error: redirected(test) } : test} />
    </>
  );
}

/** The status is already shown. Only redirects need the additional error text. */
function redirected({ responseStatus, error }: WebhookDelivery): string | null {
  return responseStatus !== null && responseStatus < 400 ? error : null;
}
