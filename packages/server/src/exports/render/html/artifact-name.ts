import type { ExportedArtifact } from "#exports/source/report-source.ts";

/** Extensions that a double click opens in a viewer and never runs. */
const harmless =
  /\.(png|jpe?g|gif|webp|avif|bmp|webm|mp4|mp3|wav|txt|log|md|csv|json|har|ya?ml|ndjson|zip|gz|pdf|trace|network)$/i;

const endings: Readonly<Record<string, string>> = {
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "image/gif": ".gif",
  "image/webp": ".webp",
  "image/avif": ".avif",
  "image/bmp": ".bmp",
  "video/webm": ".webm",
  "video/mp4": ".mp4",
  "audio/mpeg": ".mp3",
  "application/json": ".json",
  "application/zip": ".zip",
  "application/pdf": ".pdf",
  "text/plain": ".txt",
};

/** Returns the extension of a content type, with its point; `undefined` if it is not a common one. */
export function endingOf(contentType: string): string | undefined {
  return endings[contentType.split(";")[0]?.trim().toLowerCase() ?? ""];
}

const maxLength = 80;

/**
 * Returns the name of an artifact in the export: the start of its content hash, and its name without problematic characters. Files that could run
 * when opened (pages, SVG, scripts, programs, unknown types) get a text extension.
 */
export function artifactName({ blobHash, name, contentType }: ExportedArtifact): string {
  const safe = name.replaceAll(/[^\w.-]+/g, "-").replaceAll(/^[-.]+|[-.]+$/g, "");
  const cut = safe.length <= maxLength ? safe : `${safe.slice(0, maxLength - 20)}-${safe.slice(-19)}`;
  const named = cut === "" ? "artifact" : cut;
  // Browsers use the extension, so a page with a picture's content type is harmless.
  const ending = harmless.test(named) ? "" : (endingOf(contentType) ?? ".txt");
  return `artifacts/${(blobHash ?? "").slice(0, 16)}-${named}${ending}`;
}

/** Returns true for compressed files, which would not become smaller. */
export function isPacked(path: string): boolean {
  return /\.(png|jpe?g|gif|webp|avif|webm|mp4|mp3|zip|gz)$/i.test(path);
}
