import type { ReactNode } from "react";
import styles from "./dialog-actions.module.css";

/** Buttons at the end of a long form in a dialog, which stay in sight while the form scrolls. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles["actions"]}>{children}</div>;
}
