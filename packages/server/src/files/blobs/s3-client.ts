import { type PutObjectCommandInput, S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import type { S3Location } from "#config.ts";
import { currentScope } from "#tracing/scope.ts";
import { inSpan } from "#tracing/spans.ts";

export interface S3Timeouts {
  readonly connectMs: number;
  /** Time until the headers of a response. */
  readonly responseMs: number;
  /** Time without any bytes. */
  readonly idleMs: number;
}

export const defaultTimeouts: S3Timeouts = { connectMs: 5000, responseMs: 30_000, idleMs: 30_000 };

const attempts = 3;

/** Bytes per part of a large object, and parts that are sent at the same time. */
export const partLimits = { partSize: 8 * 1024 * 1024, queueSize: 2 } as const;

/** Returns the prefix of all keys: empty, or with a slash at its end. */
export function folderOf({ prefix }: S3Location): string {
  return prefix === "" ? "" : `${prefix}/`;
}

/** Returns the settings of a new object. */
export function encryptionOf({
  encryption,
  kmsKey,
}: S3Location): Pick<PutObjectCommandInput, "SSEKMSKeyId" | "ServerSideEncryption"> {
  return {
    ...(encryption === undefined ? {} : { ServerSideEncryption: encryption }),
    ...(kmsKey === undefined ? {} : { SSEKMSKeyId: kmsKey }),
  };
}

interface Clients {
  /** Requests that send content can take long, and are cut off if nothing is transferred. */
  readonly sending: S3Client;
  /** The content of responses has its own limit: see `checkedContent`. */
  readonly reading: S3Client;
  /** Signs links for browsers, and sends nothing. */
  readonly signing: S3Client;
}

/** Separate clients have separate connections, so that slow downloads cannot delay uploads. */
export function createClients(
  location: S3Location,
  credentials: S3ClientConfig["credentials"],
  { connectMs, responseMs, idleMs }: S3Timeouts,
): Clients {
  const common = {
    ...settingsOf(location),
    ...(credentials === undefined ? {} : { credentials }),
    maxAttempts: attempts,
  };
  const connectionTimeout = connectMs;
  return {
    sending: traced(location, { ...common, requestHandler: { connectionTimeout, socketTimeout: idleMs } }),
    reading: traced(location, {
      ...common,
      requestHandler: { connectionTimeout, requestTimeout: responseMs, throwOnRequestTimeout: true },
    }),
    signing: new S3Client({ ...common, ...(location.publicUrl === undefined ? {} : { endpoint: location.publicUrl }) }),
  };
}

/**
 * Creates a client whose commands are spans, with the names of
 * https://opentelemetry.io/docs/specs/semconv/object-stores/s3/. Keys of objects are left out.
 */
function traced({ bucket }: S3Location, config: S3ClientConfig): S3Client {
  const client = new S3Client(config);
  client.middlewareStack.add(
    (next, { commandName = "command" }) =>
      (args) => {
        if (currentScope().span === null) return next(args);
        const method = commandName.replace(/Command$/, "");
        const attributes = {
          "rpc.system": "aws-api",
          "rpc.service": "S3",
          "rpc.method": method,
          "aws.s3.bucket": bucket,
        };
        return inSpan(`S3/${method}`, { kind: "client", attributes }, () => next(args));
      },
    { step: "initialize", name: "plumbSpan" },
  );
  return client;
}

function settingsOf({ endpoint, region, pathStyle }: S3Location): S3ClientConfig {
  // Other vendors ignore the region, but the signature needs one.
  const signed = region ?? (endpoint === undefined ? undefined : "us-east-1");
  return {
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(signed === undefined ? {} : { region: signed }),
    forcePathStyle: pathStyle,
    // Other vendors reject the checksums that the SDK adds by default. Blobs are named by their hash.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  };
}
