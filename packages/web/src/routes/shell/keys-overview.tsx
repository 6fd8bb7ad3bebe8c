import { KeysDialog } from "#features/commands/keys-dialog.tsx";
import { useVisibleShortcuts } from "#lib/keys/shortcut.ts";

interface KeysOverviewProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Keyboard shortcuts of the open page. */
export function KeysOverview(props: KeysOverviewProps) {
  return <KeysDialog shortcuts={useVisibleShortcuts()} {...props} />;
}
