import { cut } from "#lib/format/format.ts";
import styles from "./failure-rows.module.css";

/** Error on one line, in its own text direction. Opened rows show the whole text, other rows show more of it in a tooltip. */
export function ErrorLine({ text, className = "" }: { readonly text: string; readonly className?: string }) {
  return (
    <bdi dir="auto" className={`${styles["error"]} ${className}`} title={cut(text, 1000)}>
      {cut(text, 300)}
    </bdi>
  );
}
