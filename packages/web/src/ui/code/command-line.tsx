import { CopyButton } from "./copy-button.tsx";
import styles from "./command-line.module.css";

/** Shell command with a copy button. */
export function CommandLine({ command, what }: { readonly command: string; readonly what: string }) {
  return (
    <div className={styles["command"]}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
      <pre tabIndex={0} aria-label={what}>
        <code>{command}</code>
      </pre>
      <CopyButton value={command} what={what} />
    </div>
  );
}
