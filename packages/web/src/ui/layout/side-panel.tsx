import { CloseButton } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";
import { useShortcuts } from "#lib/keys/shortcut.ts";
import { useTypedText } from "#ui/form/typed-text.tsx";
import styles from "./side-panel.module.css";

interface SidePanelProps {
  readonly title: string;
  /** Shown next to the title. */
  readonly badge?: ReactNode;
  /** CSS length. Small screens use the full width. */
  readonly width: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Fixed panel on the right. The page stays usable. Escape closes it, after a confirmation if text would be lost. */
export function SidePanel({ title, badge, width, onClose, children }: SidePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const typed = useTypedText(onClose);
  useFocusBefore();
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useShortcuts([{ key: "Escape", label: `Close ${title}`, run: typed.onClose }]);
  return (
    <aside className={styles["panel"]} style={{ width }} aria-label={title}>
      <div className={styles["head"]}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {badge}
        <CloseButton aria-label="Close" onClick={typed.onClose} />
      </div>
      <div className={styles["body"]} {...typed.watch}>
        {children}
      </div>
      {typed.question}
    </aside>
  );
}
