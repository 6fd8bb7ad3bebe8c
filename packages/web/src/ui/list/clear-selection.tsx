import { CloseButton } from "@mantine/core";
import { focusPage } from "#lib/keys/returned-focus.ts";

/** Clears a selection and moves the focus to the page. */
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
