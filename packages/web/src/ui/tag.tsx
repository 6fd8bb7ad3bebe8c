import { cut } from "#lib/format/format.ts";
import styles from "./tag.module.css";

interface TagProps {
  readonly children: string;
  /** Characters of it that are shown at most. */
  readonly longest: number;
  /** Explanation of the label. */
  readonly title?: string;
  /** How it stands among its neighbours. */
  readonly className?: string | undefined;
}

/** A word that tells one thing from its like: an environment, a framework, a browser, a tag. */
export function Tag({ children, longest, title, className = "" }: TagProps) {
  return (
    <span className={`${styles["tag"]} ${className}`} title={title}>
      {cut(children, longest)}
    </span>
  );
}
