import { CopyButton } from "./copy-button.tsx";
import styles from "./command-line.module.css";

interface CommandLineProps {
  readonly command: string;
  readonly what: string;
  /** False if the page has its own button that copies the command. */
  readonly canCopy?: boolean;
}

/** Shell command with a copy button. */
export function CommandLine({ command, what, canCopy = true }: CommandLineProps) {
  return (
    <div className={styles["command"]}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
      <pre tabIndex={0} aria-label={what}>
        <code>{command}</code>
      </pre>
      {canCopy && <CopyButton value={command} what={what} />}
    </div>
  );
}
