import {
  IconBug,
  IconChecklist,
  IconClipboardList,
  IconFolders,
  IconLayoutDashboard,
  IconPlugConnected,
  IconSettings,
  IconTestPipe,
  IconTrendingUp,
  IconUser,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { fromNavigation } from "#lib/address/from-navigation.ts";
import { useJumps } from "#lib/keys/shortcut.ts";
import { lazyPart } from "#lib/page/lazy-part.tsx";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { hasSettings } from "#lib/session/permissions.ts";
import styles from "./navigation.module.css";

// Loads after the page.
const OwnItemsCount = lazyPart(async () => (await import("#features/items/own-items.tsx")).OwnItemsCount);

const main = [
  { to: "/", label: "Dashboard", icon: IconLayoutDashboard, jump: "g d" },
  { to: "/reports", label: "Test Reports", icon: IconClipboardList, jump: "g r" },
  { to: "/tests", label: "Tests", icon: IconTestPipe, jump: "g t" },
  { to: "/defects", label: "Failure Analysis", icon: IconBug, jump: "g f" },
  { to: "/trends", label: "Trend Analysis", icon: IconTrendingUp, jump: "g n" },
  { to: "/analysis", label: "Analysis Activity", icon: IconChecklist, jump: "g a" },
  { to: "/connectors", label: "Connectors", icon: IconPlugConnected, jump: "g c" },
] as const;
const bottom = [
  { to: "/projects", label: "Projects", icon: IconFolders },
  { to: "/profile", label: "Profile", icon: IconUser },
  { to: "/settings", label: "Settings", icon: IconSettings },
] as const;

/** Returns the screens of the navigation. Settings are included only for users with access to any. */
export function useScreens() {
  const { data: account } = useQuery(ownAccountQuery);
  const { data: projects } = useQuery(projectsQuery);
  const own = bottom.filter(({ to }) => to !== "/settings" || hasSettings(projects, account));
  return { main, bottom: own };
}

interface NavigationProps {
  /** Whether only icons are shown, with the names as tooltips. */
  readonly collapsed: boolean;
  readonly onNavigate: () => void;
}

/** Links to the screens, within the landmark of the shell. */
export function Navigation({ collapsed, onNavigate }: NavigationProps) {
  const entry = (which: EntryProps["entry"]) => (
    <li key={which.to}>
      <Entry entry={which} collapsed={collapsed} onNavigate={onNavigate} />
    </li>
  );
  const screens = useScreens();
  const navigate = useNavigate();
  useJumps(
    screens.main.map(({ to, label, jump }) => ({
      key: jump,
      label: `Go to ${label}`,
      run: () => void navigate({ to, state: fromNavigation }),
    })),
  );
  return (
    <>
      <ul className={styles["main"]}>{screens.main.map(entry)}</ul>
      <ul className={styles["bottom"]}>{screens.bottom.map(entry)}</ul>
    </>
  );
}

/** Paths that belong to a screen of the navigation but have another address. */
const otherHalves: Readonly<Record<string, RegExp>> = { "/reports": /^\/uploads$/ };

interface EntryProps extends NavigationProps {
  readonly entry: (typeof main)[number] | (typeof bottom)[number];
}

function Entry({ entry: { to, label, icon: Icon }, collapsed, onNavigate }: EntryProps) {
  const project = useSelectedProject();
  const isHere = useLocation({ select: ({ pathname }) => otherHalves[to]?.test(pathname) === true });
  return (
    <Link
      to={to}
      state={fromNavigation}
      className={`${styles["entry"]} ${isHere ? styles["on"] : ""}`}
      {...(isHere && { "aria-current": "page" })}
      activeProps={{ className: styles["on"] ?? "" }}
      activeOptions={{ exact: to === "/", includeSearch: false }}
      onClick={onNavigate}
      {...(collapsed && { title: label })}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      <span className={styles["label"]}>{label}</span>
      {to === "/analysis" && !collapsed && project != null && <OwnItemsCount projectId={project.id} />}
    </Link>
  );
}
