import { ActionIcon, Popover } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import styles from "./formula-note.module.css";

interface FormulaNoteProps {
  /** Metrics with their formulas. */
  readonly formulas: readonly { readonly name: string; readonly text: string }[];
}

/** Small button that explains how metrics are computed. */
export function FormulaNote({ formulas }: FormulaNoteProps) {
  const name = formulas[0]?.name ?? "";
  return (
    <Popover position="bottom" width={300} withArrow trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={`How ${name} is computed`}>
          <IconInfoCircle size={15} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={`How ${name} is computed`} p="sm">
        <dl className={styles["formulas"]}>
          {formulas.map(({ name: each, text }) => (
            <div key={each}>
              <dt>{each}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}
