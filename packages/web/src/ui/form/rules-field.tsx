import { Textarea } from "@mantine/core";
import type { ComponentPropsWithoutRef } from "react";
import styles from "./rules-field.module.css";

/** Number of problems to list. */
const visibleProblems = 20;

interface RulesFieldProps extends ComponentPropsWithoutRef<typeof Textarea> {
  readonly problems: readonly { readonly line: number; readonly reason: string }[];
}

/** Text with one rule per line, and the problems of its lines. */
export function RulesField({ problems, ...input }: RulesFieldProps) {
  return (
    <>
      <Textarea label="Rules" spellCheck={false} classNames={{ input: styles["rules"] ?? "" }} {...input} />
      {problems.length > 0 && (
        <ul className={styles["problems"]} aria-label="Problems">
          {problems.slice(0, visibleProblems).map(({ line, reason }) => (
            <li key={line}>{`Line ${line}: ${reason}`}</li>
          ))}
        </ul>
      )}
    </>
  );
}
