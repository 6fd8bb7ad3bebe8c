import { Menu } from "@mantine/core";
import type { Attempt, ResultDetail } from "@plumb/contract/runs/results.ts";
import { IconRobot } from "@tabler/icons-react";
import { CopyButton } from "#ui/code/copy-button.tsx";
import { copyWithToast } from "#ui/code/copy-with-toast.ts";
import { isFailed } from "./attempt-panel.tsx";
import { failurePrompt } from "./failure-prompt.ts";
import styles from "./result-detail.module.css";

interface PromptProps {
  readonly detail: ResultDetail;
  readonly attempt: Attempt;
}

/** Menu item that copies a failed attempt as a prompt. */
export function PromptItem({ detail, attempt }: PromptProps) {
  if (!isFailed(attempt)) return null;
  const copy = () => copyWithToast(failurePrompt(detail, attempt), "Prompt copied");
  return (
    <Menu.Item leftSection={<IconRobot size={15} aria-hidden />} onClick={() => void copy()}>
      Copy prompt for AI
    </Menu.Item>
  );
}

/** Button that copies a failed attempt as a prompt, for pages without a menu. */
export function PromptButton({ detail, attempt }: PromptProps) {
  if (!isFailed(attempt)) return null;
  return (
    <span className={styles["prompt"]}>
      Copy prompt for AI
      <CopyButton value={() => failurePrompt(detail, attempt)} what="prompt for an assistant" />
    </span>
  );
}
