import { ActionIcon } from "@mantine/core";
import { IconCheck, IconCopy, IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { copyText } from "#lib/format/copy-text.ts";

interface CopyButtonProps {
  /** Asked when pressed, since making a copy of a long text costs time. */
  readonly value: string | (() => string);
  /** Completes "Copy …". */
  readonly what: string;
}

const saidMs = 2000;

/** Copies a text and says for two seconds whether it worked. */
export function CopyButton({ value, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), saidMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () =>
    setOutcome((await copyText(typeof value === "string" ? value : value())) ? "copied" : "failed");
  const label = outcome === null ? `Copy ${what}` : outcome === "copied" ? "Copied" : "The browser refused to copy";
  return (
    <ActionIcon variant="subtle" color="gray" size={28} onClick={() => void copy()} aria-label={label} title={label}>
      {outcome === null && <IconCopy size={15} color="var(--ink-3)" />}
      {outcome === "copied" && <IconCheck size={15} color="var(--passed-ink)" />}
      {outcome === "failed" && <IconX size={15} color="var(--failed-ink)" />}
    </ActionIcon>
  );
}
