import { CloseButton, FocusTrap } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import { lazyPart } from "#lib/page/lazy-part.tsx";
import { useBrand } from "#lib/session/public-config.ts";
import { BrandMark } from "#ui/theme/brand-mark.tsx";
import { Navigation } from "./navigation.tsx";
import styles from "./sidebar.module.css";

const TimeZoneHint = lazyPart(async () => (await import("#features/profile/time-zone-hint.tsx")).TimeZoneHint);

interface SidebarProps {
  /** Icons only. */
  readonly collapsed: boolean;
  /** Whether the sidebar covers the page, which cannot be used until it is closed. */
  readonly over: boolean;
  readonly onClose: () => void;
  readonly onNavigate: () => void;
}

export function Sidebar({ collapsed, over, onClose, onNavigate }: SidebarProps) {
  const brand = useBrand();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  });
  useEffect(() => {
    if (!over) return undefined;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, [over]);
  return (
    <FocusTrap active={over}>
      <div
        className={styles["sidebar"]}
        data-collapsed={collapsed}
        {...(over && { role: "dialog", "aria-modal": true, "aria-label": "Menu" })}
      >
        <div className={styles["logo"]}>
          <BrandMark size={20} logo={brand.logo} />
          <span className={styles["name"]}>{brand.name}</span>
          {over && <CloseButton onClick={onClose} aria-label="Close menu" ml="auto" />}
        </div>
        <Navigation collapsed={collapsed} onNavigate={onNavigate} />
        {!collapsed && <TimeZoneHint />}
        {brand.footer !== "" && !collapsed && <p className={styles["footer"]}>{brand.footer}</p>}
      </div>
    </FocusTrap>
  );
}
