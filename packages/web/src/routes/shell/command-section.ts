import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import {
  IconBolt,
  IconCalendarWeek,
  IconChecklist,
  IconFolderCog,
  IconGitCompare,
  IconInbox,
  IconKey,
  IconLayoutDashboard,
  IconLink,
  IconListCheck,
  IconLogout,
  IconMoon,
  IconShieldPause,
  IconSun,
  IconTestPipe,
  IconUserPlus,
  IconUsers,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type NavigateOptions, useNavigate } from "@tanstack/react-router";
import type { Entry, Section } from "#features/commands/palette-rows.ts";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { useOfferedCommands } from "#lib/keys/commands.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { copyWithToast } from "#ui/code/copy-with-toast.ts";
import { useScreens } from "./navigation.tsx";
import { useSignOut } from "./use-sign-out.ts";

export interface CommandContext {
  readonly onManageProjects: () => void;
}

/**
 * Returns all commands except switching projects: those for all users, for administrators, and for the open page. Project management stays visible
 * below long project lists.
 */
export function useCommandSections({ onManageProjects }: CommandContext): Section[] {
  const navigate = useNavigate();
  const { data: account } = useQuery(ownAccountQuery);
  const project = useSelectedProject();
  const offered = useOfferedCommands();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const otherTheme = useComputedColorScheme("light") === "dark" ? "light" : "dark";
  const isAdmin = account?.role === "ADMIN";

  const ofAdmin: Entry[] = [
    {
      id: "manage",
      label: "Manage Projects",
      keywords: "new create edit delete",
      icon: IconFolderCog,
      run: onManageProjects,
    },
  ];
  const ofPage = offered.map(({ label, keywords, run }): Entry => {
    return { id: `page ${label}`, label, keywords, icon: IconBolt, run };
  });
  const { main, bottom } = useScreens();
  const ways = [...main, ...bottom].map(({ to, label, icon }): Entry => {
    return { id: to, label: `Go to ${label}`, icon, run: () => void navigate({ to }) };
  });
  const toProject = (id: string, label: string, icon: Entry["icon"], keywords: string, tab?: "api-keys"): Entry[] => {
    if (project === undefined || project === null) return [];
    const params = { projectId: String(project.id) };
    const run = () => void navigate({ to: "/projects/$projectId", params, search: tab === undefined ? {} : { tab } });
    return [{ id, label, detail: project.name, keywords, icon, run }];
  };
  const entries: Entry[] = [
    ...ofPage,
    ...ways,
    ...(project == null ? [] : [ownItemsEntry(() => void navigate({ to: "/analysis", search: ownItems }))]),
    {
      id: "boards",
      label: "Boards",
      keywords: "pins all projects overview wall",
      icon: IconLayoutDashboard,
      run: () => void navigate({ to: "/boards" }),
    },
    ...(project == null ? [] : pages.map((page) => ({ ...page, run: () => void navigate(page.to) }))),
    {
      id: "link",
      label: "Copy link to this page",
      keywords: "share url address",
      icon: IconLink,
      run: () => void copyWithToast(window.location.href, "Link copied"),
    },
    ...toProject("members", "Members", IconUsers, "people team add role"),
    ...toProject("keys", "API keys", IconKey, "ci token secret", "api-keys"),
    ...(isAdmin ? [inviteEntry(() => void navigate({ to: "/settings", search: { tab: "users" } }))] : []),
    {
      id: "theme",
      label: `Use the ${otherTheme} theme`,
      keywords: "switch appearance color mode",
      icon: otherTheme === "dark" ? IconMoon : IconSun,
      run: () => setColorScheme(otherTheme),
    },
    { id: "sign-out", label: "Sign out", keywords: "log out leave", icon: IconLogout, run: signOut },
  ];
  return [
    { title: "Commands", kind: "commands", entries },
    { title: "Projects", kind: "commands", pinned: true, entries: isAdmin ? ofAdmin : [] },
  ];
}

const ownItems = { assignee: "me", status: "todo" } as const;

function ownItemsEntry(run: () => void): Entry {
  return {
    id: "own-items",
    label: "My analysis items",
    keywords: "assigned to me annotations",
    icon: IconChecklist,
    run,
  };
}

/** Pages and dialogs that the navigation does not list. */
const pages: readonly (Omit<Entry, "run"> & { readonly to: NavigateOptions })[] = [
  {
    id: "uploads",
    label: "Uploads",
    keywords: "where did my report go received rejected duplicate shards ci",
    icon: IconInbox,
    to: { to: "/uploads" },
  },
  { id: "flaky", label: "Flaky tests", keywords: "unstable retry", icon: IconTestPipe, to: { to: "/tests" } },
  {
    id: "broken",
    label: "Broken tests",
    keywords: "failing red",
    icon: IconTestPipe,
    to: { to: "/tests", search: { view: "broken" } },
  },
  {
    id: "slow",
    label: "Slow tests",
    keywords: "duration performance",
    icon: IconTestPipe,
    to: { to: "/tests", search: { view: "slow" } },
  },
  {
    id: "quarantined",
    label: "Quarantined tests",
    keywords: "quarantine muted",
    icon: IconShieldPause,
    to: { to: "/tests", search: { view: "quarantined" } },
  },
  {
    id: "owners",
    label: "Test owners",
    keywords: "assign rules teams codeowners",
    icon: IconUsers,
    to: { to: "/tests", search: { show: "owners" } },
  },
  {
    id: "flakiness-rule",
    label: "Flakiness rule",
    keywords: "flaky threshold",
    icon: IconTestPipe,
    to: { to: "/tests", search: { show: "rule" } },
  },
  {
    id: "week",
    label: "Week",
    keywords: "weekly summary report",
    icon: IconCalendarWeek,
    to: { to: "/trends/week" },
  },
  {
    id: "compare",
    label: "Compare reports",
    keywords: "difference base head",
    icon: IconGitCompare,
    to: { to: "/reports/compare" },
  },
  {
    id: "rules",
    label: "Classification rules",
    keywords: "regex classes project",
    icon: IconListCheck,
    to: { to: "/defects", search: { show: "rules" } },
  },
  {
    id: "quality",
    label: "Classification accuracy",
    keywords: "quality verdicts right confusion",
    icon: IconListCheck,
    to: { to: "/defects", search: { show: "quality" } },
  },
];

function inviteEntry(run: () => void): Entry {
  return { id: "invite", label: "Invite people", keywords: "user account add", icon: IconUserPlus, run };
}
