import { Button } from "@mantine/core";
import { IconListSearch } from "@tabler/icons-react";
import { useShortcuts } from "#lib/keys/shortcut.ts";

/** Starts triage of the causes that match the filters. */
export function TriageButton({ onStart }: { readonly onStart: () => void }) {
  useShortcuts([{ key: "t", label: "Triage the causes", run: onStart }]);
  return (
    <Button
      size="compact-sm"
      leftSection={<IconListSearch size={14} aria-hidden />}
      aria-keyshortcuts="t"
      title="Goes through the causes one by one (t)"
      onClick={onStart}
    >
      Triage
    </Button>
  );
}
