import { resolve } from "node:path";
import type { S3Location } from "./s3-blobs.ts";

/** Where blobs are: a folder, or a bucket. */
export type BlobLocation = string | S3Location;

interface Settings {
  /** A folder, or `s3://bucket/prefix`. */
  readonly PLUMB_BLOBS?: string | undefined;
  readonly PLUMB_S3_ENDPOINT?: string | undefined;
  readonly PLUMB_S3_REGION?: string | undefined;
  readonly PLUMB_S3_PATH_STYLE: boolean;
  readonly PLUMB_S3_ENCRYPTION?: S3Location["encryption"];
  readonly PLUMB_S3_KMS_KEY?: string | undefined;
}

/** @throws Error if the address of a bucket is not valid. */
export function blobLocation(settings: Settings, dataDir: string): BlobLocation {
  const { PLUMB_BLOBS: location = `${dataDir}/blobs` } = settings;
  if (!/^s3:/i.test(location)) return resolve(location);
  const [, bucket, prefix = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(location) ?? [];
  if (bucket === undefined) throw new Error("PLUMB_BLOBS: must be a folder or s3://bucket/prefix.");
  return {
    bucket,
    prefix: prefix.replaceAll(/^\/+|\/+$/g, ""),
    endpoint: settings.PLUMB_S3_ENDPOINT,
    region: settings.PLUMB_S3_REGION,
    pathStyle: settings.PLUMB_S3_PATH_STYLE,
    encryption: settings.PLUMB_S3_ENCRYPTION,
    kmsKey: settings.PLUMB_S3_KMS_KEY,
  };
}
