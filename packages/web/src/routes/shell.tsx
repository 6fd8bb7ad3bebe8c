import {
  ActionIcon,
  AppShell,
  Burger,
  Center,
  Loader,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useNavigate } from "@tanstack/react-router";
import { ProjectSwitcher } from "#features/projects/project-switcher.tsx";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { ownAccountQuery } from "#features/session/session.queries.ts";
import { UserMenu } from "#features/session/user-menu.tsx";
import { UploadZone } from "#features/uploads/upload-zone.tsx";
import { useBrand } from "#lib/public-config.ts";
import { BrandMark } from "#ui/brand-mark.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { FirstProject } from "./first-project.tsx";
import { Navigation } from "./navigation.tsx";
import styles from "./shell.module.css";

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
        <ProjectSwitcher onSwitched={() => void navigate({ to: "/reports" })} />
        <span className={styles["space"]} />
        <ThemeToggle />
        <UserMenu onSignedOut={() => void navigate({ to: "/login" })} />
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
  if (project === null) return <FirstProject admin={account.data.role === "ADMIN"} />;
  return (
    <UploadZone projectId={project.id} projectName={project.name}>
      <Outlet />
    </UploadZone>
  );
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
    <Tooltip label={`Use the ${other} theme`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        onClick={() => setColorScheme(other)}
        aria-label={`Use the ${other} theme`}
      >
        {other === "light" ? <IconSun size={18} color="var(--ink-2)" /> : <IconMoon size={18} color="var(--ink-2)" />}
      </ActionIcon>
    </Tooltip>
  );
}
