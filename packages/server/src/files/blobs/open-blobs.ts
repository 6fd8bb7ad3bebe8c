import type { Logger } from "pino";
import type { BlobLocation } from "#config.ts";
import type { BlobStore } from "#core/blob-store.ts";
import { fileBlobs } from "./file-blobs.ts";
import { S3Blobs } from "./s3-blobs.ts";

/** @param options `checksHash`: whether names are the SHA-256 of the content, so that damaged content is found. */
export function openBlobs(
  location: BlobLocation,
  log?: Pick<Logger, "error" | "warn">,
  options: { readonly checksHash?: boolean } = {},
): BlobStore {
  if (typeof location === "string") return fileBlobs(location);
  return new S3Blobs(location, { ...options, ...(log === undefined ? {} : { log }) });
}
