/**
 * A Content-Disposition that has the browser save the file under this name (RFC 6266, RFC 5987): the exact name for
 * everybody, and one of plain characters for clients that know nothing else.
 */
export function attachment(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\w.-]+/g, "-");
  const exact = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
