import {
  ActionIcon,
  AppShell,
  Avatar,
  Burger,
  Center,
  Loader,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { ownAccountQuery } from "#features/session/session.queries.ts";
import { UploadZone } from "#features/uploads/upload-zone.tsx";
import { afterPage } from "#lib/after-page.ts";
import { useBrand } from "#lib/public-config.ts";
import { BrandMark } from "#ui/brand-mark.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { Navigation } from "./navigation.tsx";
import styles from "./shell.module.css";

// Menus that open stand on much code for placing them.
const ProjectSwitcher = afterPage(
  async () => (await import("#features/projects/project-switcher.tsx")).ProjectSwitcher,
);
const UserMenu = afterPage(async () => (await import("#features/session/user-menu.tsx")).UserMenu);
const FirstProject = lazy(async () => ({ default: (await import("./first-project.tsx")).FirstProject }));
/** Sidebar, top bar, and the page of the selected project. */
export function Shell() {
  const [menuOpen, menu] = useDisclosure(false);
  const navigate = useNavigate();
  const brand = useBrand();
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 224, breakpoint: "md", collapsed: { mobile: !menuOpen } }}
      layout="alt"
      padding={0}
      transitionDuration={120}
    >
      <a href="#main" className={styles["skip"]}>
        Skip to the content
      </a>
      <AppShell.Navbar className={styles["navbar"] ?? ""}>
        <div className={styles["logo"]}>
          <BrandMark size={20} />
          <span>{brand.name}</span>
          <Burger hiddenFrom="md" size="sm" opened onClick={menu.close} aria-label="Close menu" ml="auto" />
        </div>
        <Navigation onNavigate={menu.close} />
        {brand.footer !== "" && <p className={styles["footer"]}>{brand.footer}</p>}
      </AppShell.Navbar>
      {menuOpen && (
        <button type="button" className={styles["scrim"]} aria-label="Close menu" onClick={menu.close} tabIndex={-1} />
      )}
      <AppShell.Header className={styles["header"] ?? ""}>
        <Burger
          hiddenFrom="md"
          size="sm"
          opened={menuOpen}
          onClick={menu.toggle}
          aria-label="Menu"
          aria-expanded={menuOpen}
        />
        <Suspense fallback={<ProjectName />}>
          <ProjectSwitcher onSwitched={() => void navigate({ to: "/reports" })} />
        </Suspense>
        <span className={styles["space"]} />
        <ThemeToggle />
        <Suspense fallback={<Avatar size={30} radius="xl" color="brand" variant="filled" alt="" />}>
          <UserMenu onSignedOut={() => void navigate({ to: "/login" })} />
        </Suspense>
      </AppShell.Header>
      <AppShell.Main id="main" className={styles["main"] ?? ""}>
        <Page />
      </AppShell.Main>
    </AppShell>
  );
}

/** The routed page, once account and projects are known. */
function Page() {
  const account = useQuery(ownAccountQuery);
  const projects = useQuery(projectsQuery);
  const project = useSelectedProject();
  if (account.isError) {
    return (
      <ErrorPanel error={account.error} fallback="Failed to fetch profile" onRetry={() => void account.refetch()} />
    );
  }
  if (projects.isError) {
    return (
      <ErrorPanel error={projects.error} fallback="Failed to fetch projects" onRetry={() => void projects.refetch()} />
    );
  }
  if (account.data === undefined || project === undefined) return <Waiting />;
  if (project === null) {
    return (
      <Suspense fallback={<Waiting />}>
        <FirstProject admin={account.data.role === "ADMIN"} />
      </Suspense>
    );
  }
  return (
    <UploadZone projectId={project.id} projectName={project.name}>
      <Outlet />
    </UploadZone>
  );
}

/** Where the switcher will stand. */
function ProjectName() {
  const project = useSelectedProject();
  return <span className={styles["project"]}>{project?.name}</span>;
}

function Waiting() {
  return (
    <Center h="60vh">
      <Loader aria-label="Loading" />
    </Center>
  );
}

function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme("light") === "dark" ? "light" : "dark";
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={34}
      onClick={() => setColorScheme(other)}
      aria-label={`Use the ${other} theme`}
      title={`Use the ${other} theme`}
    >
      {other === "light" ? <IconSun size={18} color="var(--ink-2)" /> : <IconMoon size={18} color="var(--ink-2)" />}
    </ActionIcon>
  );
}
