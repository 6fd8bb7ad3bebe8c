import { ActionIcon } from "@mantine/core";
import { IconCheck, IconCopy, IconX } from "@tabler/icons-react";
import { useCopy } from "./use-copy.ts";

interface CopyButtonProps {
  /** A function is called on click, because creating a copy of a long text takes time. */
  readonly value: string | (() => string);
  /** Completes "Copy …". */
  readonly what: string;
}

/** Button that copies a text and shows the outcome for two seconds. */
export function CopyButton({ value, what }: CopyButtonProps) {
  const { outcome, copy } = useCopy(() => (typeof value === "string" ? value : value()));
  const label = outcome === null ? `Copy ${what}` : outcome === "copied" ? "Copied" : "The browser blocked copying";
  return (
    <ActionIcon variant="subtle" color="gray" size="md" onClick={copy} aria-label={label} title={label}>
      {outcome === null && <IconCopy size={15} color="var(--ink-3)" />}
      {outcome === "copied" && <IconCheck size={15} color="var(--passed-ink)" />}
      {outcome === "failed" && <IconX size={15} color="var(--failed-ink)" />}
    </ActionIcon>
  );
}
