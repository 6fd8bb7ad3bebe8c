import { Table, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import cards from "./card-table.module.css";

interface CardTableProps {
  /** Its name for people who hear it, where no heading beside it says it. */
  readonly label?: string;
  readonly columns: readonly string[];
  /** A last column without a visible head, for what can be done with a row. */
  readonly actions?: boolean;
  /** Pixels above and below a cell's content. */
  readonly verticalSpacing?: number;
  /** Pixels beside it; those of the style if not given. */
  readonly horizontalSpacing?: number;
  /** Rows; what their cells may say of themselves is in card-table.module.css. */
  readonly children: ReactNode;
}

/** A table whose rows become cards where its columns do not fit. */
export function CardTable({
  label,
  columns,
  actions = false,
  verticalSpacing = 8,
  horizontalSpacing,
  children,
}: CardTableProps) {
  return (
    <Table
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
