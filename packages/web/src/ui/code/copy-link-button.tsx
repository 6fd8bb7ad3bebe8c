import { Button } from "@mantine/core";
import { IconCheck, IconLink, IconX } from "@tabler/icons-react";
import { usePageAddress } from "#lib/address/page-address.ts";
import { useCopy } from "./use-copy.ts";

const icons = { copied: IconCheck, failed: IconX } as const;

interface CopyLinkButtonProps {
  readonly path: string;
  readonly size?: "compact-sm" | "xs";
}

/** Button that copies the address of an object. */
export function CopyLinkButton({ path, size = "compact-sm" }: CopyLinkButtonProps) {
  const addressOf = usePageAddress();
  const { outcome, copy } = useCopy(() => addressOf(path));
  const Icon = outcome === null ? IconLink : icons[outcome];
  return (
    <Button size={size} variant="default" leftSection={<Icon size={14} aria-hidden />} onClick={copy}>
      {/* A toolbar without space hides it visually. */}
      <span data-label>{outcome === "copied" ? "Copied" : outcome === "failed" ? "Blocked" : "Copy link"}</span>
    </Button>
  );
}
