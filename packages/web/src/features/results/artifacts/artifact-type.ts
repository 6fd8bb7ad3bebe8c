import type { Artifact } from "@plumb/contract/runs/results.ts";

/** Viewer of an artifact; `none` for files that can only be downloaded. */
export type Viewer = "image" | "video" | "audio" | "trace" | "page" | "json" | "text" | "none";

type Described = Pick<Artifact, "kind" | "contentType" | "name">;

const images = /^image\/(png|jpeg|gif|webp|avif|bmp)$/;
const pages = /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|application\/pdf)$/;
const texts = /^(text\/.+|application\/(.+\+)?(xml|yaml|x-yaml|x-ndjson|javascript))$/;
const json = /^(application|text)\/(.+\+)?json$/;

/** Returns the viewer for the content type, or for the file name if the type is unspecific. */
export function viewerOf(artifact: Described): Viewer {
  if (artifact.kind === "trace") return "trace";
  const type = essence(artifact.contentType);
  if (images.test(type)) return "image";
  if (/^video\/(webm|mp4)$/.test(type)) return "video";
  if (/^audio\/(mpeg|webm)$/.test(type)) return "audio";
  if (pages.test(type)) return "page";
  if (json.test(type)) return "json";
  if (texts.test(type)) return "text";
  if (type !== "" && type !== "application/octet-stream") return "none";
  if (/\.(json|har)$/i.test(artifact.name)) return "json";
  return /\.(log|txt|md|csv|xml|ya?ml)$/i.test(artifact.name) ? "text" : "none";
}

const labels: Readonly<Record<string, string>> = {
  "text/html": "HTML",
  "application/xhtml+xml": "HTML",
  "image/svg+xml": "SVG",
  "application/pdf": "PDF",
  "application/json": "JSON",
  "application/har+json": "HAR",
  "application/xml": "XML",
  "text/xml": "XML",
  "text/csv": "CSV",
  "text/markdown": "Markdown",
  "text/plain": "text",
  "application/zip": "ZIP",
};

/** Returns the common name of a type, or the content type. */
export function typeWord(artifact: Described): string {
  if (artifact.kind === "trace") return "trace";
  if (/\.har$/i.test(artifact.name) && viewerOf(artifact) === "json") return "HAR";
  const type = essence(artifact.contentType);
  const image = images.exec(type)?.[1];
  if (image !== undefined) return image.toUpperCase();
  return labels[type] ?? (type === "" || type === "application/octet-stream" ? "file" : type.slice(0, 60));
}

function essence(contentType: string): string {
  return contentType.split(";")[0]?.trim().toLowerCase() ?? "";
}
