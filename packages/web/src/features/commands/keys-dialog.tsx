import { Kbd, Modal } from "@mantine/core";
import { Fragment } from "react";
import type { Shortcut } from "#lib/keys/shortcut.ts";
import styles from "./keys-dialog.module.css";

interface KeysDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Shortcuts of the open page. Two of its parts may have the same one. */
  readonly shortcuts: readonly Pick<Shortcut, "key" | "label">[];
}

/** Names of keys that differ from `KeyboardEvent.key`. */
const names: Readonly<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  Escape: "Esc",
  J: "Shift J",
  K: "Shift K",
  T: "Shift T",
};

/** Lists the page's keyboard shortcuts. */
export function KeysDialog({ opened, onClose, shortcuts }: KeysDialogProps) {
  const mac = /mac/i.test(navigator.userAgent);
  const rows = Map.groupBy(
    [
      ...shortcuts,
      { label: "Command palette", key: mac ? "⌘ K" : "Ctrl K" },
      { label: "Close the open dialog", key: "Escape" },
    ],
    ({ label }) => label,
  );
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ "aria-label": "Close" }}>
      <dl className={styles["keys"]}>
        {[...rows].map(([label, alternatives]) => (
          <div key={label}>
            <dt>
              {[...new Set(alternatives.map(({ key }) => key))].map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && " or "}
                  {(key === " " ? ["Space"] : key.split(" ")).map((part) => (
                    <Kbd key={part}>{names[part] ?? part}</Kbd>
                  ))}
                </Fragment>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
