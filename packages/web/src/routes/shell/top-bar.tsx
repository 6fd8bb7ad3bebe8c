import { ActionIcon, Avatar, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMenu2, IconMoon, IconSun } from "@tabler/icons-react";
import { lazyPart } from "#lib/page/lazy-part.tsx";
import { CommandCenter } from "./command-center.tsx";
import styles from "./shell.module.css";

// The code that positions menus is large.
const AccountMenu = lazyPart(
  async () => (await import("./account-menu.tsx")).AccountMenu,
  <Avatar size={30} radius="xl" color="brand" variant="filled" alt="" />,
);
const NotificationCenter = lazyPart(
  async () => (await import("./notification-center.tsx")).NotificationCenter,
  <span className={styles["bell"]} />,
);

interface TopBarProps {
  readonly menu: {
    readonly id: string;
    /** Id of the element that the button opens. */
    readonly controls: string;
    readonly expanded: boolean;
    readonly onToggle: () => void;
  };
}

/** Bar above every page, from the menu button to the user menu. */
export function TopBar({ menu }: TopBarProps) {
  return (
    <>
      <ActionIcon
        id={menu.id}
        variant="subtle"
        color="gray"
        size="lg"
        onClick={menu.onToggle}
        aria-label="Menu"
        aria-expanded={menu.expanded}
        aria-controls={menu.controls}
      >
        <IconMenu2 size={18} color="var(--ink-2)" />
      </ActionIcon>
      <CommandCenter />
      <span className={styles["space"]} />
      <ThemeToggle />
      <NotificationCenter />
      <AccountMenu />
    </>
  );
}

function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme("light") === "dark" ? "light" : "dark";
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      onClick={() => setColorScheme(other)}
      aria-label={`Use the ${other} theme`}
      title={`Use the ${other} theme`}
    >
      {other === "light" ? <IconSun size={18} color="var(--ink-2)" /> : <IconMoon size={18} color="var(--ink-2)" />}
    </ActionIcon>
  );
}
