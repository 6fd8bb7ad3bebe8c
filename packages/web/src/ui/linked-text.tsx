import { isWebAddress } from "#lib/address/web-address.ts";

/** A text of a report; one that is a web address as a whole becomes a link. */
export function LinkedText({ text }: { readonly text: string }) {
  if (!isWebAddress(text)) return text;
  return (
    <a href={text} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
