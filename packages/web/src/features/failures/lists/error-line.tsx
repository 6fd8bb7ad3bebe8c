import { cut } from "#lib/format/format.ts";
import styles from "./failure-rows.module.css";

/** Error on one line, in its own text direction. An opened row shows the whole text, other rows show more of it as a tooltip. */
export function ErrorLine({ text, className = "" }: { readonly text: string; readonly className?: string }) {
  return (
    <bdi dir="auto" className={`${styles["error"]} ${className}`} title={cut(text, 1000)}>
      {cut(text, 300)}
    </bdi>
  );
}
