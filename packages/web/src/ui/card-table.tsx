import { Table, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import cards from "./card-table.module.css";

interface CardTableProps {
  /** Accessible name, if there is no heading. */
  readonly label?: string;
  readonly columns: readonly string[];
  /** Its columns fit only into windows that are wide. */
  readonly wide?: boolean;
  /** A last column without a visible head, for what can be done with a row. */
  readonly actions?: boolean;
  /** Pixels above and below a cell's content. */
  readonly verticalSpacing?: number;
  /** Pixels next to it; those of the style if not given. */
  readonly horizontalSpacing?: number;
  /** Rows; card-table.module.css describes the options of their cells. */
  readonly children: ReactNode;
}

/** For a table with `card-table.module.css`: whether its rows are cards. @param wide Its columns fit only into windows that are wide. */
export function useCards(wide: boolean): { readonly "data-cards"?: true } {
  const cards = useMediaQuery(wide ? "(width < 1280px)" : "(width < 900px)", false, { getInitialValueInEffect: false });
  return cards ? { "data-cards": true } : {};
}

/** A table whose rows become cards where its columns do not fit. */
export function CardTable({
  label,
  columns,
  wide = false,
  actions = false,
  verticalSpacing = 8,
  horizontalSpacing,
  children,
}: CardTableProps) {
  const rows = useCards(wide);
  return (
    <Table
      {...rows}
      verticalSpacing={verticalSpacing}
      {...(horizontalSpacing !== undefined && { horizontalSpacing })}
      className={cards["table"] ?? ""}
      aria-label={label}
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Table.Th key={column}>{column}</Table.Th>
          ))}
          {actions && (
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
}
