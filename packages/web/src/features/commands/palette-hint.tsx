import type { ReactNode } from "react";
import styles from "./palette.module.css";

/** Line below the search box with the kinds of results. */
export function PaletteHint({ children }: { readonly children: ReactNode }) {
  return <p className={styles["hint"]}>{children}</p>;
}
