import type { ReactNode } from "react";
import { useBrand } from "#lib/session/public-config.ts";
import { BrandMark } from "#ui/theme/brand-mark.tsx";
import styles from "./public-frame.module.css";

/** Layout of pages without a session, with the brand, a card and the footer. */
export function PublicFrame({ children }: { readonly children: ReactNode }) {
  const brand = useBrand();
  return (
    <div className={styles["page"]}>
      <main className={styles["card"]}>
        <h1>
          <BrandMark size={26} logo={brand.logo} />
          <span>{brand.name}</span>
        </h1>
        {children}
      </main>
      {brand.footer !== "" && <footer className={styles["footer"]}>{brand.footer}</footer>}
    </div>
  );
}
