/** Addresses come from uploaders, so only http and https become links. */
export function isWebAddress(text: string | null | undefined): text is string {
  return text != null && /^https?:\/\/\S+$/i.test(text);
}
