/**
 * `Content-Disposition` with a file name of any characters (RFC 6266): plain for old readers, exact for all others. What
 * could end the header or lead out of a folder is replaced.
 */
export function contentDisposition(type: "inline" | "attachment", fileName: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  const name = fileName.toWellFormed().replaceAll(/[\u0000-\u001F\u007F/\\]/g, "_");
  const plain = name.replaceAll(/[^ -~]|["%]/g, "_");
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${type}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
