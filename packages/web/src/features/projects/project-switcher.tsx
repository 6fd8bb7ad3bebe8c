import { Kbd, VisuallyHidden } from "@mantine/core";
import { IconFolder, IconSelector } from "@tabler/icons-react";
import { useSelectedProject } from "./selected-project.ts";
import styles from "./project-switcher.module.css";

/** Button with the selected project. Opens the picker. */
export function ProjectSwitcher({ onOpen }: { readonly onOpen: () => void }) {
  const selected = useSelectedProject();
  const name = selected === undefined ? "" : (selected?.name ?? "Select Project");
  return (
    <button
      type="button"
      className={styles["switcher"]}
      onClick={onOpen}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      title={name}
    >
      <IconFolder size={16} aria-hidden />
      <span className={styles["name"]}>{name}</span>
      {selected && <VisuallyHidden>: Switch Project</VisuallyHidden>}
      <Kbd size="xs" className={styles["keys"] ?? ""} aria-hidden>
        {isApple() ? "⌘K" : "Ctrl K"}
      </Kbd>
      <IconSelector size={15} className={styles["arrow"]} aria-hidden />
    </button>
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
