import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bucketLocation } from "#testing/swift.ts";
import { checkStorage } from "./check-storage.ts";
import { S3Blobs } from "./s3-blobs.ts";

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

// Responds like the reference of Amazon S3: CreateMultipartUpload, UploadPart, CompleteMultipartUpload, PutObject. OpenStack Swift has no encryption.
let server: Server;
let url = "";
let received: Received[] = [];
const hash = "0".repeat(64);

beforeEach(async () => {
  received = [];
  server = createServer((request, response) => {
    const { method = "", url: path = "", headers } = request;
    if (path === "/credentials") {
      response.end(JSON.stringify(containerCredentials));
      return;
    }
    received.push({ method, path, headers });
    request.resume().once("end", () => {
      const name = path.includes("?uploads") ? "InitiateMultipartUploadResult" : "CompleteMultipartUploadResult";
      if (method === "HEAD") response.statusCode = 404;
      response.setHeader("etag", '"0"');
      response.end(method === "POST" ? `<${name}><Key>k</Key><UploadId>1</UploadId><ETag>"0"</ETag></${name}>` : "");
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const name of Object.keys(process.env)) if (name.startsWith("AWS_")) vi.stubEnv(name, undefined);
  vi.stubEnv("AWS_CONFIG_FILE", "/nowhere");
  vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", "/nowhere");
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.close();
  server.closeAllConnections();
});

const containerCredentials = {
  AccessKeyId: "workload",
  SecretAccessKey: "secret",
  Token: "token",
  Expiration: "2999-01-01T00:00:00Z",
};

function useKeys(): void {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "key");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
}

test.for([
  ["AES256", undefined],
  ["aws:kms", undefined],
  ["aws:kms", "arn:aws:kms:eu-central-1:1:key/2"],
] as const)(
  "small and large objects are stored with the encryption %s and the key %s",
  async ([encryption, kmsKey]) => {
    useKeys();
    const blobs = new S3Blobs(bucketLocation("results", url, { encryption, kmsKey }));
    await blobs.putBytes(1, hash, Buffer.from("small"));
    await blobs.putStream(1, hash, Readable.from([Buffer.alloc(9 * 1024 * 1024)]));
    const storing = received.filter(
      ({ method, path }) => path.includes("?uploads") || (method === "PUT" && !/partNumber/.test(path)),
    );
    expect(storing).toHaveLength(2);
    for (const { headers } of storing) {
      expect(headers["x-amz-server-side-encryption"]).toBe(encryption);
      expect(headers["x-amz-server-side-encryption-aws-kms-key-id"]).toBe(kmsKey);
    }
  },
);

test("without settings, the bucket decides about encryption, and no checksum is sent that other vendors reject", async () => {
  useKeys();
  const blobs = new S3Blobs(bucketLocation("results", url));
  await blobs.putBytes(1, hash, Buffer.from("small"));
  await blobs.putStream(1, hash, Readable.from([Buffer.alloc(9 * 1024 * 1024)]));
  expect(received.filter(({ path }) => /partNumber/.test(path))).toHaveLength(2);
  for (const { headers } of received) {
    const names = Object.keys(headers).join();
    expect(names).not.toMatch(/server-side-encryption|x-amz-checksum|x-amz-sdk-checksum|x-amz-trailer/);
    expect(headers["x-amz-content-sha256"] ?? "").not.toContain("STREAMING");
    expect(headers["content-encoding"] ?? "").not.toContain("aws-chunked");
  }
});

test("the bucket is in the path, if the settings or the address require it", async () => {
  useKeys();
  await new S3Blobs(bucketLocation("results", url)).size(1, hash);
  expect(received[0]?.path).toBe(`/results/plumb/1/00/${hash}`);
});

test("keys are used before the identity of the workload, and its session token is sent", async () => {
  vi.stubEnv("AWS_CONTAINER_CREDENTIALS_FULL_URI", `${url}/credentials`);
  const sender = async () => {
    received = [];
    await new S3Blobs(bucketLocation("results", url)).size(1, hash);
    const [{ headers } = { headers: {} as IncomingHttpHeaders }] = received;
    return [/Credential=([^/]+)/.exec(headers.authorization ?? "")?.[1], headers["x-amz-security-token"]];
  };
  expect(await sender()).toEqual(["workload", "token"]);
  useKeys();
  expect(await sender()).toEqual(["key", undefined]);
});

test("missing credentials stop the start with their reason", async () => {
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
  const blobs = new S3Blobs(bucketLocation("results", url));
  const log = pino({ level: "silent" });
  await expect(checkStorage({ blobs, log })).rejects.toThrow(/^PLUMB_BLOBS cannot be used\. .*[Cc]redentials/);
});

test("keys in a file of the SDK are used", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plumb-aws-"));
  try {
    const path = join(folder, "credentials");
    writeFileSync(path, "[default]\naws_access_key_id = shared\naws_secret_access_key = secret\n");
    vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", path);
    await new S3Blobs(bucketLocation("results", url)).size(1, hash);
    expect(received[0]?.headers.authorization).toContain("Credential=shared/");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
