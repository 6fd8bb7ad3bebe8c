import { Button, Menu } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { Ref } from "react";
import styles from "./actions.module.css";

/** Action that is offered as a button, or in a menu where space is short. */
export interface Action {
  readonly label: string;
  readonly icon: Icon;
  readonly onClick: () => void;
  readonly loading?: boolean;
  /** Explains the action. */
  readonly title?: string;
  /** Whether the action shows or hides a part of the page that is visible now. */
  readonly expanded?: boolean;
  /** Whether the action opens a dialog. Its button gets the focus after the dialog closes. */
  readonly dialogButton?: Ref<HTMLButtonElement>;
}

interface ActionsProps {
  readonly actions: readonly Action[];
}

/** Group of small buttons. */
export function ActionButtons({ label: name, actions }: ActionsProps & { readonly label: string }) {
  return (
    <fieldset aria-label={name} className={styles["actions"]}>
      {actions.map(({ label, icon: Glyph, onClick, loading = false, title, expanded, dialogButton }) => (
        <Button
          key={label}
          variant="default"
          size="compact-sm"
          leftSection={<Glyph size={14} aria-hidden />}
          title={title}
          loading={loading}
          onClick={onClick}
          {...(expanded !== undefined && { "aria-expanded": expanded })}
          {...(dialogButton !== undefined && { ref: dialogButton, "aria-haspopup": "dialog" as const })}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

/** Items of a menu. */
export function ActionItems({ actions }: ActionsProps) {
  return actions.map(({ label, icon: Glyph, onClick, loading = false, title }) => (
    <Menu.Item
      key={label}
      leftSection={<Glyph size={16} aria-hidden />}
      title={title}
      disabled={loading}
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  ));
}
