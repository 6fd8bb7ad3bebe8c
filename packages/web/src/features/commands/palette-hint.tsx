import type { ReactNode } from "react";
import styles from "./palette.module.css";

/** Line below the search box that tells what can be found. */
export function PaletteHint({ children }: { readonly children: ReactNode }) {
  return <p className={styles["hint"]}>{children}</p>;
}
