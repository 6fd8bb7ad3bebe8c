import { useState } from "react";
import { cut, formatCount } from "#lib/format/format.ts";
import styles from "./author-chips.module.css";

const displayed = 5;

interface AuthorChipsProps {
  readonly label: string;
  readonly names: readonly string[];
  /** Whether the authors have failed tests. */
  readonly alarming?: boolean;
  /** Shows the reports of this author. */
  readonly onAuthor: (name: string) => void;
}

/** Names of authors. A long list is collapsed to the first few. */
export function AuthorChips({ label, names, alarming = false, onAuthor }: AuthorChipsProps) {
  const [all, setAll] = useState(false);
  if (names.length === 0) return null;
  const visible = all ? names : names.slice(0, displayed);
  const hidden = names.length - visible.length;
  return (
    <div className={`${styles["group"]} ${alarming ? styles["alarming"] : ""}`}>
      <span className={styles["label"]}>{label}</span>
      <ul aria-label={label}>
        {visible.map((name) => (
          <li key={name}>
            <button type="button" title={`List the reports of ${cut(name, 200)}`} onClick={() => onAuthor(name)}>
              {cut(name, 40)}
            </button>
          </li>
        ))}
        {hidden > 0 && (
          <li>
            <button type="button" aria-label={`Show ${formatCount(hidden)} more`} onClick={() => setAll(true)}>
              {`+${formatCount(hidden)}`}
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}
