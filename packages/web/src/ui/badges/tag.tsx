import { cut } from "#lib/format/format.ts";
import styles from "./tag.module.css";

interface TagProps {
  readonly children: string;
  /** Maximum number of characters to display. */
  readonly longest: number;
  /** Explanation of the label. */
  readonly title?: string;
  /** Layout styles. */
  readonly className?: string | undefined;
}

/** Label such as an environment, framework, browser or tag. */
export function Tag({ children, longest, title, className = "" }: TagProps) {
  return (
    <span className={`${styles["tag"]} ${className}`} title={title}>
      {cut(children, longest)}
    </span>
  );
}
