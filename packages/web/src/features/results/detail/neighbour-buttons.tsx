import { ActionIcon } from "@mantine/core";
import { type Icon, IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import type { Neighbours } from "#features/results/list/use-neighbours.ts";

/** Buttons that open the previous and the next test. */
export function NeighbourButtons({ previous, next }: Neighbours) {
  return (
    <ActionIcon.Group>
      <NeighbourButton label="Previous test" shortcut="p" icon={IconChevronUp} onClick={previous} />
      <NeighbourButton label="Next test" shortcut="n" icon={IconChevronDown} onClick={next} />
    </ActionIcon.Group>
  );
}

interface NeighbourButtonProps {
  readonly label: string;
  readonly shortcut: string;
  readonly icon: Icon;
  readonly onClick: (() => void) | undefined;
}

function NeighbourButton({ label, shortcut, icon: Glyph, onClick }: NeighbourButtonProps) {
  return (
    <ActionIcon
      variant="default"
      size="sm"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={`${label} (${shortcut})`}
      disabled={onClick === undefined}
      onClick={onClick}
    >
      <Glyph size={15} aria-hidden />
    </ActionIcon>
  );
}
