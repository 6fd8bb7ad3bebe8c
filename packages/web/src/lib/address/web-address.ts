/** The address comes from whoever uploaded: only what a browser opens without running anything becomes a link. */
export function isWebAddress(text: string | null | undefined): text is string {
  return text != null && /^https?:\/\/\S+$/i.test(text);
}
