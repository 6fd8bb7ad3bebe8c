import { Button } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";

/** Opens the rules of the project. */
export function RulesButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconListCheck size={14} aria-hidden />}
      title="Rules that set the class of matching errors"
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      Rules
    </Button>
  );
}
