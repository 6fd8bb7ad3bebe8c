import { ActionIcon, CopyButton as Copy, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";

/** Copies a text and says so for two seconds. `what` completes "Copy …". */
export function CopyButton({ value, what }: { readonly value: string; readonly what: string }) {
  return (
    <Copy value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : `Copy ${what}`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            onClick={copy}
            aria-label={copied ? "Copied" : `Copy ${what}`}
          >
            {copied ? <IconCheck size={15} color="var(--passed-ink)" /> : <IconCopy size={15} color="var(--ink-3)" />}
          </ActionIcon>
        </Tooltip>
      )}
    </Copy>
  );
}
