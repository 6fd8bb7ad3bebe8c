import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { Step } from "@plumb/contract/runs/results.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { cut } from "#lib/format/format.ts";
import { StepTimelineView } from "./step-timeline-view.tsx";
import styles from "./step-timeline-dialog.module.css";

interface StepTimelineDialogProps {
  /** Name of the test. */
  readonly title: string;
  /** Steps of an attempt in order. */
  readonly steps: readonly Step[];
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Dialog that shows how long each step of an attempt took. */
export function StepTimelineDialog({ title, steps, opened, onClose }: StepTimelineDialogProps) {
  const narrow = useMediaQuery("(width < 48em)") ?? false;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Test Execution Timeline"
      size={900}
      fullScreen={narrow}
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
    >
      <p className={styles["test"]}>{cut(stripAnsi(cut(title, 2000)), 300)}</p>
      <StepTimelineView steps={steps} narrow={narrow} />
    </Modal>
  );
}
