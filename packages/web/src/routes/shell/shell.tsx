import { AppShell } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { GuardedPage } from "#routes/access/guarded-page.tsx";
import styles from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useCollapsed } from "./use-collapsed.ts";
import { useFocusedPage } from "#routes/use-focused-page.ts";

const sidebarId = "sidebar";
const menuButtonId = "menu-button";

/** Layout with sidebar, top bar and page. On small screens, the sidebar slides over the page. */
export function Shell() {
  const small = useMediaQuery("(width < 62em)", false, { getInitialValueInEffect: false });
  const [collapsed, setCollapsed] = useCollapsed();
  const [slidIn, setSlidIn] = useState(false);
  const over = small && slidIn;
  const main = useFocusedPage(() => setSlidIn(false));
  const closeOver = () => {
    setSlidIn(false);
    // Runs once the page can receive the focus again.
    setTimeout(() => document.querySelector<HTMLElement>(`#${menuButtonId}`)?.focus());
  };
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: collapsed && !small ? 60 : 224, breakpoint: "md", collapsed: { mobile: !slidIn } }}
      layout="alt"
      padding={0}
      transitionDuration={120}
    >
      <a
        href="#main"
        className={styles["skip"]}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <AppShell.Navbar id={sidebarId} aria-label="Main" className={styles["navbar"] ?? ""} inert={small && !over}>
        <Sidebar collapsed={collapsed && !small} over={over} onClose={closeOver} onNavigate={() => setSlidIn(false)} />
      </AppShell.Navbar>
      {over && (
        <button type="button" className={styles["scrim"]} aria-label="Close menu" onClick={closeOver} tabIndex={-1} />
      )}
      <AppShell.Header className={styles["header"] ?? ""} inert={over}>
        <TopBar
          menu={{
            id: menuButtonId,
            controls: sidebarId,
            expanded: small ? over : !collapsed,
            onToggle: () => (small ? setSlidIn(!slidIn) : setCollapsed(!collapsed)),
          }}
        />
      </AppShell.Header>
      <AppShell.Main id="main" ref={main} tabIndex={-1} className={styles["main"] ?? ""} inert={over}>
        <GuardedPage />
      </AppShell.Main>
    </AppShell>
  );
}
