import { copyText } from "#lib/format/copy-text.ts";
import { showError, showSuccess } from "#ui/feedback/toast.ts";

/** Copies a text for a command that has no button to show the outcome. */
export async function copyWithToast(text: string, copied: string): Promise<void> {
  if (await copyText(text)) showSuccess(copied);
  else showError("The browser blocked copying");
}
