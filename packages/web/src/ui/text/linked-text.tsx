import { isWebAddress } from "#lib/address/web-address.ts";

/** Text from a report. Becomes a link if the whole text is a web address. */
export function LinkedText({ text }: { readonly text: string }) {
  if (!isWebAddress(text)) return text;
  return (
    <a href={text} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
