import { Button, Menu } from "@mantine/core";
import { IconMarkdown } from "@tabler/icons-react";
import { chatMarkdown, type HandedOver } from "#lib/format/hand-over.ts";
import { copyWithToast } from "./copy-with-toast.ts";

interface CopyMarkdownProps {
  /** Called on a click, because the details may load later. */
  readonly handedOverOf: () => HandedOver;
}

const label = "Copy as Markdown";

/** Menu item that copies a failure as one line for a chat. */
export function CopyMarkdownItem({ handedOverOf }: CopyMarkdownProps) {
  return (
    <Menu.Item
      leftSection={<IconMarkdown size={15} aria-hidden />}
      onClick={() => void copyWithToast(chatMarkdown(handedOverOf()), "Copied as Markdown")}
    >
      {label}
    </Menu.Item>
  );
}

/** Button that copies a cause as one line for a chat. */
export function CopyMarkdownButton({ handedOverOf }: CopyMarkdownProps) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconMarkdown size={14} aria-hidden />}
      onClick={() => void copyWithToast(chatMarkdown(handedOverOf()), "Copied as Markdown")}
    >
      {label}
    </Button>
  );
}
