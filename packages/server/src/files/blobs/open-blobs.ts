import type { Logger } from "pino";
import type { BlobLocation } from "#config.ts";
import type { BlobStore } from "#core/blob-store.ts";
import { fileBlobs } from "./file-blobs.ts";
import { S3Blobs } from "./s3-blobs.ts";

export function openBlobs(location: BlobLocation, log?: Pick<Logger, "error" | "warn">): BlobStore {
  if (typeof location === "string") return fileBlobs(location);
  return new S3Blobs(location, log === undefined ? {} : { log });
}
