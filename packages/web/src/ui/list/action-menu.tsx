import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";

interface ActionMenuProps {
  /** Name of the object. */
  readonly of: string;
  readonly loading?: boolean;
  /** Its button, which gets the focus after a dialog closes. */
  readonly button?: Ref<HTMLButtonElement>;
  /** `Menu.Item` elements. */
  readonly children: ReactNode;
}

/** Menu with the actions for an object of a list. */
export function ActionMenu({ of, loading = false, button, children }: ActionMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          {...(button !== undefined && { ref: button })}
          variant="subtle"
          color="gray"
          size="md"
          loading={loading}
          aria-label={`Actions for ${of}`}
        >
          <IconDots size={18} color="var(--ink-2)" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
