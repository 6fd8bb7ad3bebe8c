import { IconClipboardList, IconLayoutDashboard, IconSettings } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import styles from "./navigation.module.css";

const main = [
  { to: "/", label: "Dashboard", icon: IconLayoutDashboard },
  { to: "/reports", label: "Test Reports", icon: IconClipboardList },
] as const;
const bottom = [{ to: "/settings", label: "Settings", icon: IconSettings }] as const;

/** The screens that there are. */
export function Navigation({ onNavigate }: { readonly onNavigate: () => void }) {
  return (
    <nav className={styles["nav"]} aria-label="Main">
      {main.map((entry) => (
        <Entry key={entry.to} {...entry} onNavigate={onNavigate} />
      ))}
      <span className={styles["gap"]} />
      {bottom.map((entry) => (
        <Entry key={entry.to} {...entry} onNavigate={onNavigate} />
      ))}
    </nav>
  );
}

type EntryProps = ((typeof main)[number] | (typeof bottom)[number]) & { readonly onNavigate: () => void };

function Entry({ to, label, icon: Icon, onNavigate }: EntryProps) {
  return (
    <Link
      to={to}
      className={styles["entry"]}
      activeProps={{ className: styles["on"] ?? "" }}
      activeOptions={{ exact: to === "/" }}
      onClick={onNavigate}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      {label}
    </Link>
  );
}
