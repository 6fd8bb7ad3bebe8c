import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import type { S3Location } from "#config.ts";
import { freePort } from "./free-port.ts";

/** OpenStack Swift, whose proxy speaks the API of S3: `apt-get install swift-proxy swift-account swift-container swift-object` on Debian. */
export const hasSwift = existsSync("/usr/bin/swift-proxy-server") && existsSync("/usr/bin/swift-object-server");

export interface ObjectStorage extends AsyncDisposable {
  readonly endpoint: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Stops the server, so that nothing responds at its address. */
  stop(): void;
}

/** Returns the location of blobs in this bucket, at its own address or at that of a proxy in front of it. */
export function bucketLocation(bucket: string, endpoint: string, settings: Partial<S3Location> = {}): S3Location {
  const defaults = { region: undefined, publicUrl: undefined, encryption: undefined, kmsKey: undefined };
  return { bucket, prefix: "plumb", endpoint, pathStyle: true, ...defaults, ...settings };
}

const roles = ["account", "container", "object"] as const;

/** Starts Swift on loopback with one device in a temporary folder, and creates a bucket. */
export async function startSwift(): Promise<ObjectStorage> {
  // Another program may take a free port before Swift listens on it, so the next attempt has other ports.
  for (let attempt = 1; attempt < 3; attempt += 1) {
    try {
      return await startOnFreePorts();
    } catch {}
  }
  return startOnFreePorts();
}

async function startOnFreePorts(): Promise<ObjectStorage> {
  const folder = mkdtempSync(join(tmpdir(), "plumb-swift-"));
  mkdirSync(join(folder, "devices/d1"), { recursive: true });
  const ports = { account: await freePort(), container: await freePort(), object: await freePort() };
  const proxyPort = await freePort();
  for (const role of roles) createRing(folder, role, ports[role]);
  writeFileSync(
    join(folder, "swift.conf"),
    "[swift-hash]\nswift_hash_path_suffix = plumb\nswift_hash_path_prefix = plumb\n",
  );
  for (const role of roles)
    writeFileSync(join(folder, `${role}-server.conf`), serverSettings(folder, role, ports[role]));
  writeFileSync(join(folder, "proxy-server.conf"), proxySettings(folder, proxyPort));
  const processes: ChildProcess[] = ["account", "container", "object", "proxy"].map((role) =>
    spawn(`swift-${role}-server`, [join(folder, `${role}-server.conf`)], { stdio: "ignore" }),
  );
  const stop = () => {
    for (const child of processes) child.kill("SIGKILL");
  };
  const endpoint = `http://127.0.0.1:${proxyPort}`;
  const credentials = { accessKeyId: "plumb:tester", secretAccessKey: "testing" };
  const bucket = "blobs";
  const dispose = () => {
    stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await createBucket(endpoint, credentials, bucket);
  } catch (error) {
    dispose();
    throw error;
  }
  return {
    endpoint,
    bucket,
    credentials,
    stop,
    async [Symbol.asyncDispose]() {
      dispose();
    },
  };
}

/** Retries until all servers respond. */
async function createBucket(
  endpoint: string,
  credentials: ObjectStorage["credentials"],
  Bucket: string,
): Promise<void> {
  const client = new S3Client({ endpoint, credentials, region: "us-east-1", forcePathStyle: true });
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(new CreateBucketCommand({ Bucket }));
      return client.destroy();
    } catch (error) {
      if (attempt === 60) throw error;
      await setTimeout(500);
    }
  }
}

function createRing(folder: string, role: string, port: number): void {
  const builder = join(folder, `${role}.builder`);
  const ring = (...args: string[]) => execFileSync("swift-ring-builder", [builder, ...args], { stdio: "ignore" });
  ring("create", "4", "1", "0");
  ring("add", `r1z1-127.0.0.1:${port}/d1`, "1");
  ring("rebalance");
}

function serverSettings(folder: string, role: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, "devices")}
mount_check = false
workers = 0
log_level = WARNING
[pipeline:main]
pipeline = ${role}-server
[app:${role}-server]
use = egg:swift#${role}
`;
}

function proxySettings(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
workers = 0
log_level = WARNING
[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# On a busy machine, the other servers start later than this one, which would then ignore them for a minute.
error_suppression_limit = 1000000
node_timeout = 60
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_plumb_tester = testing .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;
}
