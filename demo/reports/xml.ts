/** Returns an opening tag without the attributes that are undefined. */
export function openTag(name: string, attributes: Readonly<Record<string, string | number | undefined>>): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(String(value))}"`],
  );
  return `<${name}${written.join("")}>`;
}

export function element(name: string, attributes: Parameters<typeof openTag>[1], content = ""): string {
  const open = openTag(name, attributes);
  return content === "" ? `${open.slice(0, -1)}/>` : `${open}${content}</${name}>`;
}

export function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
}

/** Converts milliseconds to seconds in the format of JUnit. */
export function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");
}
