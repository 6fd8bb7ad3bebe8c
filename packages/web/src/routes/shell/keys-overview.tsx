import { KeysDialog } from "#features/commands/keys-dialog.tsx";
import { useShownShortcuts } from "#lib/keys/shortcut.ts";

interface KeysOverviewProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The keys of the page that is shown. */
export function KeysOverview(props: KeysOverviewProps) {
  return <KeysDialog shortcuts={useShownShortcuts()} {...props} />;
}
