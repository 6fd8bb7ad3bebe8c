/** Response headers for an artifact's content. */
export interface Presentation {
  readonly contentType: string;
  readonly disposition: "inline" | "attachment";
  readonly contentSecurityPolicy: string;
}

/** Formats that cannot contain scripts. They are displayed on both origins. */
const harmless = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/bmp",
  "video/webm",
  "video/mp4",
  "audio/mpeg",
  "audio/webm",
]);

/** Formats that may contain scripts. They are displayed on the second origin only. */
const isolated = new Set(["text/html", "application/xhtml+xml", "image/svg+xml", "application/pdf"]);

const nothing = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

/**
 * Isolates a report page: a separate origin (`sandbox` without `allow-same-origin`), no network, no forms, only
 * its own scripts and styles.
 */
const alone = [
  "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' data: blob:",
  "style-src 'unsafe-inline' data: blob:",
  "img-src data: blob:",
  "media-src data: blob:",
  "font-src data: blob:",
  "frame-src data: blob:",
  "worker-src blob: data:",
  "form-action 'none'",
  "base-uri 'none'",
].join("; ");

/** Policy for pictures: no scripts. */
const still = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** Returns true for types that are displayed on the second origin only. */
export function isIsolated(contentType: string): boolean {
  return isolated.has(essence(contentType));
}

/**
 * The app's origin (`app`) displays nothing that could run there: every text is sent as plain text, and types not known to be harmless are downloads.
 * The second origin (`apart`) displays pages in a sandbox.
 */
export function presentContent(contentType: string, origin: "app" | "apart"): Presentation {
  const type = essence(contentType);
  if (isolated.has(type)) return origin === "app" ? download : isolatedContent(type);
  if (harmless.has(type)) return { contentType: type, disposition: "inline", contentSecurityPolicy: nothing };
  if (isText(type)) {
    return { contentType: "text/plain; charset=utf-8", disposition: "inline", contentSecurityPolicy: nothing };
  }
  return download;
}

const download: Presentation = {
  contentType: "application/octet-stream",
  disposition: "attachment",
  contentSecurityPolicy: nothing,
};

function isolatedContent(type: string): Presentation {
  // The browser's own PDF viewer does not start in a sandbox; scripts of a PDF cannot access the page around them.
  if (type === "application/pdf")
    return { contentType: type, disposition: "inline", contentSecurityPolicy: "base-uri 'none'" };
  return { contentType: type, disposition: "inline", contentSecurityPolicy: type === "image/svg+xml" ? still : alone };
}

function isText(type: string): boolean {
  return type.startsWith("text/") || /^application\/(.+\+)?(json|xml|yaml|x-yaml|x-ndjson|javascript)$/.test(type);
}

function essence(contentType: string): string {
  return contentType.split(";")[0]?.trim().toLowerCase() ?? "";
}
