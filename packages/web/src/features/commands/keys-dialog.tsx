import { Kbd, Modal } from "@mantine/core";
import type { Shortcut } from "#lib/keys/shortcut.ts";
import styles from "./keys-dialog.module.css";

interface KeysDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Shortcuts of the open page. Two of its parts may have the same one. */
  readonly shortcuts: readonly Pick<Shortcut, "key" | "label">[];
}

/** Lists the page's keyboard shortcuts. */
export function KeysDialog({ opened, onClose, shortcuts }: KeysDialogProps) {
  const mac = /mac/i.test(navigator.userAgent);
  const rows = new Map<string, readonly string[]>([
    ...shortcuts.map(({ key, label }) => [label, key.split(" ")] as const),
    ["Command palette", [mac ? "⌘" : "Ctrl", "K"]],
    ["Close the open dialog", ["Esc"]],
  ]);
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ "aria-label": "Close" }}>
      <dl className={styles["keys"]}>
        {[...rows].map(([label, keys]) => (
          <div key={label}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
