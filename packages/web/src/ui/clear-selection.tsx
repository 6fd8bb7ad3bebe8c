import { CloseButton } from "@mantine/core";
import { focusPage } from "#lib/keys/returned-focus.ts";

/** Ends a selection, and its bar with it: the focus goes on from the page. */
export function ClearSelection({ onClear }: { readonly onClear: () => void }) {
  return (
    <CloseButton
      size="sm"
      aria-label="Clear the selection"
      onClick={() => {
        onClear();
        focusPage();
      }}
    />
  );
}
