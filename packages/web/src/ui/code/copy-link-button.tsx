import { Button } from "@mantine/core";
import { IconCheck, IconLink, IconX } from "@tabler/icons-react";
import { useCopy } from "./use-copy.ts";

const icons = { copied: IconCheck, failed: IconX } as const;

interface CopyLinkButtonProps {
  readonly path: string;
  readonly size?: "compact-sm" | "xs";
}

/** Button that copies the address of an object. */
export function CopyLinkButton({ path, size = "compact-sm" }: CopyLinkButtonProps) {
  const { outcome, copy } = useCopy(() => new URL(path, location.origin).href);
  const Icon = outcome === null ? IconLink : icons[outcome];
  return (
    <Button size={size} variant="default" leftSection={<Icon size={14} aria-hidden />} onClick={copy}>
      {outcome === "copied" ? "Copied" : outcome === "failed" ? "Blocked" : "Copy link"}
    </Button>
  );
}
