const byExtension: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  svg: "image/svg+xml",
  webm: "video/webm",
  mp4: "video/mp4",
  zip: "application/zip",
  json: "application/json",
  har: "application/json",
  html: "text/html",
  htm: "text/html",
  xml: "application/xml",
  md: "text/markdown",
  txt: "text/plain",
  log: "text/plain",
  csv: "text/csv",
  pdf: "application/pdf",
};

/** Returns the content type by the file extension; `application/octet-stream` if it is unknown. */
export function contentTypeOf(path: string): string {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return byExtension[extension] ?? "application/octet-stream";
}

/** Returns the last part of a path with either separator. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== "") ?? path;
}
