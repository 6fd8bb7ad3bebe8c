import {
  IconBug,
  IconChecklist,
  IconClipboardList,
  IconLayoutDashboard,
  IconPlugConnected,
  IconSettings,
  IconTrendingUp,
  IconUser,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import styles from "./navigation.module.css";

const main = [
  { to: "/", label: "Dashboard", icon: IconLayoutDashboard },
  { to: "/reports", label: "Test Reports", icon: IconClipboardList },
  { to: "/defects", label: "Failure Analysis", icon: IconBug },
  { to: "/trends", label: "Trend Analysis", icon: IconTrendingUp },
  { to: "/analysis", label: "Analysis Activity", icon: IconChecklist },
  { to: "/connectors", label: "Connectors", icon: IconPlugConnected },
] as const;
const bottom = [
  { to: "/profile", label: "Profile", icon: IconUser },
  { to: "/settings", label: "Settings", icon: IconSettings },
] as const;

/** Every screen that the navigation leads to. */
export const screens = [...main, ...bottom];

interface NavigationProps {
  /** Icons only; the words come on hover. */
  readonly collapsed: boolean;
  readonly onNavigate: () => void;
}

/** The ways to the screens, within the shell's landmark. */
export function Navigation({ collapsed, onNavigate }: NavigationProps) {
  const entry = (which: EntryProps["entry"]) => (
    <li key={which.to}>
      <Entry entry={which} collapsed={collapsed} onNavigate={onNavigate} />
    </li>
  );
  return (
    <>
      <ul className={styles["main"]}>{main.map(entry)}</ul>
      <ul className={styles["bottom"]}>{bottom.map(entry)}</ul>
    </>
  );
}

interface EntryProps extends NavigationProps {
  readonly entry: (typeof main)[number] | (typeof bottom)[number];
}

function Entry({ entry: { to, label, icon: Icon }, collapsed, onNavigate }: EntryProps) {
  return (
    <Link
      to={to}
      className={styles["entry"]}
      activeProps={{ className: styles["on"] ?? "" }}
      activeOptions={{ exact: to === "/", includeSearch: false }}
      onClick={onNavigate}
      {...(collapsed && { title: label })}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      <span className={styles["label"]}>{label}</span>
    </Link>
  );
}
