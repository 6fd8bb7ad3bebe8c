import type { UploadState } from "@plumb/contract/runs/uploads.ts";
import { stateStyles } from "./upload-styles.ts";
import styles from "./uploads.module.css";

/** State of an upload as icon and text. The colour adds no information. */
export function UploadStateMark({ state }: { readonly state: UploadState }) {
  const { word, icon: Icon, color } = stateStyles[state];
  return (
    <span className={styles["state"]} style={{ color: `var(--${color})` }}>
      <Icon size={15} aria-hidden />
      {word}
    </span>
  );
}
