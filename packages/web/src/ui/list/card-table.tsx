import { Table, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import cards from "./card-table.module.css";

interface CardTableProps {
  /** Accessible name of a table without a heading. */
  readonly label?: string;
  readonly columns: readonly string[];
  /** Checkbox for all rows, before the first column. Cards have no header. */
  readonly selectAll?: ReactNode;
  /** Whether the columns fit only in wide windows. */
  readonly wide?: boolean;
  /** Whether the last column contains actions and has no visible header. */
  readonly actions?: boolean;
  /** Vertical padding of the cells in pixels. */
  readonly verticalSpacing?: number;
  /** Horizontal padding of the cells in pixels. Defaults to that of the style. */
  readonly horizontalSpacing?: number;
  /** Rows; card-table.module.css describes the options of their cells. */
  readonly children: ReactNode;
}

/**
 * Returns the attribute that turns rows into cards, for a table with `card-table.module.css`.
 * @param wide Whether the columns fit only in wide windows.
 */
export function useCards(wide: boolean): { readonly "data-cards"?: true } {
  const cards = useMediaQuery(wide ? "(width < 1280px)" : "(width < 900px)", false, { getInitialValueInEffect: false });
  return cards ? { "data-cards": true } : {};
}

/** Table whose rows become cards if the columns do not fit. */
export function CardTable({
  label,
  columns,
  selectAll,
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
          {columns.map((column, index) => (
            <Table.Th key={column}>
              {index === 0 && selectAll !== undefined && rows["data-cards"] !== true ? (
                <span className={cards["selectAll"]}>
                  {selectAll}
                  {column}
                </span>
              ) : (
                column
              )}
            </Table.Th>
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
