import { cut } from "#lib/format/format.ts";
import styles from "./failure-rows.module.css";

/** An error on one line, in its own text direction. Fully visible in an opened row, partly on hover. */
export function ErrorLine({ text, className = "" }: { readonly text: string; readonly className?: string }) {
  return (
    <bdi dir="auto" className={`${styles["error"]} ${className}`} title={cut(text, 1000)}>
      {cut(text, 300)}
    </bdi>
  );
}
