import { Button } from "@mantine/core";
import { IconCheck, IconLink, IconX } from "@tabler/icons-react";
import { usePageAddress } from "#lib/address/page-address.ts";
import { useCopy } from "./use-copy.ts";

const icons = { copied: IconCheck, failed: IconX } as const;

/** Button that copies the address of an object. */
export function CopyLinkButton({ path }: { readonly path: string }) {
  const addressOf = usePageAddress();
  const { outcome, copy } = useCopy(() => addressOf(path));
  const Icon = outcome === null ? IconLink : icons[outcome];
  return (
    <Button size="compact-sm" variant="default" leftSection={<Icon size={14} aria-hidden />} onClick={copy}>
      {/* A toolbar without space hides it visually. */}
      <span data-label>{outcome === "copied" ? "Copied" : outcome === "failed" ? "Blocked" : "Copy link"}</span>
    </Button>
  );
}
