/** A part of a form, decoded as UTF-8. */
export interface FormPart {
  readonly name: string;
  /** Absent unless the part is a file. */
  readonly fileName?: string;
  readonly contentType?: string;
  readonly content: string;
}

/** Returns the parts of a `multipart/form-data` body; `null` if it is not a complete form. @see https://www.rfc-editor.org/rfc/rfc7578 */
export function formParts(contentType: string, body: string): readonly FormPart[] | null {
  const boundary = /^multipart\/form-data; boundary=([\w-]+)$/.exec(contentType)?.[1];
  if (boundary === undefined) return null;
  const [start, ...sections] = `\r\n${body}`.split(`\r\n--${boundary}`);
  if (start !== "" || sections.pop()?.trimEnd() !== "--") return null;
  const parts = sections.map(readPart);
  return parts.every((part) => part !== null) ? parts : null;
}

const head =
  /^\r\nContent-Disposition: form-data; name="([^"\r\n]+)"(?:; filename="([^"\r\n]+)")?\r\n(?:Content-Type: ([^\r\n]+)\r\n)?\r\n/i;

function readPart(section: string): FormPart | null {
  const [all = "", name, fileName, contentType] = head.exec(section) ?? [];
  if (name === undefined) return null;
  return {
    name,
    ...(fileName !== undefined && { fileName }),
    ...(contentType !== undefined && { contentType }),
    content: section.slice(all.length),
  };
}
