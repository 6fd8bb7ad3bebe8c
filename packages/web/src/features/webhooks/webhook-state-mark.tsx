import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconPlayerPause } from "@tabler/icons-react";
import type { WebhookState } from "./webhook-labels.ts";
import styles from "./webhooks.module.css";

const variants = {
  delivering: { word: "Delivering", icon: IconCircleCheck, color: "var(--passed-ink)" },
  failing: { word: "Failing", icon: IconAlertTriangle, color: "var(--failed-ink)" },
  untried: { word: "Nothing sent yet", icon: IconCircleDashed, color: "var(--ink-2)" },
  disabled: { word: "Disabled", icon: IconPlayerPause, color: "var(--ink-2)" },
} as const;

/** State of a webhook as icon and text. */
export function WebhookStateMark({ state }: { readonly state: WebhookState }) {
  const { word, icon: Icon, color } = variants[state];
  return (
    <span className={styles["mark"]} style={{ color }}>
      <Icon size={15} aria-hidden />
      {word}
    </span>
  );
}
