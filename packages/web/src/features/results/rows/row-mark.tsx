import { VisuallyHidden } from "@mantine/core";
import { IconChevronRight, IconSquareCheckFilled } from "@tabler/icons-react";

interface RowMarkProps {
  readonly selected: boolean;
  readonly chevron: string | undefined;
}

/** First column of a row: a chevron, or a check mark if the row is selected. */
export function RowMark({ selected, chevron }: RowMarkProps) {
  if (!selected) return <IconChevronRight size={15} aria-hidden className={chevron} />;
  return (
    <span style={{ display: "grid", color: "var(--brand-ink)" }}>
      <IconSquareCheckFilled size={15} aria-hidden />
      <VisuallyHidden>Selected</VisuallyHidden>
    </span>
  );
}
