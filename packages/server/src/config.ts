import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { allowsPlainHttp, isHostException } from "#outgoing/address-guard.ts";

/** All settings of the server with their defaults. */
const Environment = z.object({
  /** Loopback by default, because a new server has no accounts yet. */
  PLUMB_HOST: z.string().min(1).default("127.0.0.1"),
  PLUMB_PORT: z.coerce.number().int().min(0).max(65_535).default(4600),
  PLUMB_DATA_DIR: z.string().min(1).default("data"),
  /** If missing, the embedded database in the data folder is used. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must start with postgres://")
    .optional(),
  /** A streaming replica of that database, for lists, trends, exports and analysis. */
  DATABASE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must start with postgres://")
    .optional(),
  /** The replica is not used while it is further behind. */
  PLUMB_MAX_READ_LAG_SECONDS: z.coerce.number().min(1).max(300).default(10),
  /** Folder for artifacts, by default inside the data folder, or `s3://bucket/prefix`. */
  PLUMB_BLOBS: z.string().min(1).optional(),
  /** Folder or `s3://bucket/prefix` for backups on a schedule. Set here and not on a page, so that no user can make the server write elsewhere. */
  PLUMB_BACKUPS: z.string().min(1).optional(),
  /** Of object storage that is not AWS. */
  PLUMB_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** If missing, the SDK of AWS reads it from the environment. */
  PLUMB_S3_REGION: z.string().min(1).optional(),
  /** How browsers reach the endpoint. If set, they read pictures, videos and downloads from the bucket. */
  PLUMB_S3_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Whether URLs contain the bucket in their path; other vendors often need it. */
  PLUMB_S3_PATH_STYLE: z.stringbool().default(false),
  /** Server-side encryption of new objects; by default, that of the bucket. */
  PLUMB_S3_ENCRYPTION: z.enum(["AES256", "aws:kms"]).optional(),
  PLUMB_S3_KMS_KEY: z.string().min(1).optional(),
  /** Public URL of the server, used in links; by default the address it listens on. */
  PLUMB_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Port for artifacts that may contain scripts, separate from the app; by default the port after PLUMB_PORT. */
  PLUMB_ARTIFACT_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Public URL of that port, if it has another host than the app or is behind a TLS proxy. */
  PLUMB_ARTIFACT_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Secret that signs links; generated and stored in the data folder by default. Replicas must share it. */
  PLUMB_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  PLUMB_ADMIN_EMAIL: z.email().optional(),
  PLUMB_ADMIN_PASSWORD: z.string().min(6, "must have at least 6 characters").optional(),
  PLUMB_LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("warn"),
  /** Maximum size of an uploaded file, in bytes. It also limits the unpacked size of all archives in an upload. */
  PLUMB_MAX_UPLOAD_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(1024 ** 3),
  /** Default storage limit of a project, in bytes; `off` for no limit. */
  PLUMB_MAX_PROJECT_BYTES: z
    .preprocess((value) => (value === "off" ? 0 : value), z.coerce.number().int().nonnegative())
    .default(100e9)
    .transform((bytes) => (bytes === 0 ? null : bytes)),
  /** Maximum number of open connections per address; `off` for no limit. It is high because offices and CI runners share addresses. */
  PLUMB_MAX_CONNECTIONS_PER_ADDRESS: z
    .preprocess((value) => (value === "off" ? 0 : value), z.coerce.number().int().nonnegative())
    .default(5000)
    .transform((connections) => (connections === 0 ? null : connections)),
  /** Bearer token for metrics of projects. Without it, they are not offered. */
  PLUMB_METRICS_KEY: z.string().min(16).optional(),
  /** Time after SIGTERM in which the server still serves requests while `/readyz` reports that it is stopping. */
  PLUMB_DRAIN_SECONDS: z.coerce.number().min(0).max(3600).default(0),
  /** File with classifier weights, written by `tools/train-classifier`. */
  PLUMB_CLASSIFIER_MODEL: z.string().min(1).optional(),
  /** Minutes without new results after which an incomplete run counts as interrupted. */
  PLUMB_RUN_TIMEOUT_MINUTES: z.coerce.number().positive().default(30),
  /** Private hosts that outgoing requests may reach, separated by commas: names, addresses, networks, or `*` for all. */
  PLUMB_ALLOW_PRIVATE_HOSTS: z
    .string()
    .default("")
    .transform((list) => list.split(/[\s,]+/).filter((host) => host !== ""))
    .refine((hosts) => hosts.every(isHostException), "must contain host names, addresses, networks (10.0.0.0/8) or *"),
  /** Issuer of the OpenID Connect provider, as in its discovery document. */
  PLUMB_OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  PLUMB_OIDC_CLIENT_ID: z.string().min(1).optional(),
  /** If missing, this is a public client. PKCE is always used. */
  PLUMB_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** Label on the button: "Sign in with …". */
  PLUMB_OIDC_NAME: z.string().trim().min(1).max(60).default("single sign-on"),
  PLUMB_OIDC_SCOPES: z
    .string()
    .default("openid email profile")
    .refine((scopes) => scopes.split(/\s+/).includes("openid"), "must include openid"),
  /**
   * Trusted proxies for X-Forwarded-* headers: their number, or their addresses and networks separated by commas.
   * Values from clients are never trusted.
   */
  PLUMB_TRUST_PROXY: z.string().default("false").transform(proxiesIn),
});

/** Variables that scripts and the command line use, but not the server itself. */
const otherwiseKnown = new Set([
  "PLUMB_CHROMIUM",
  ...[
    "URL",
    "API_KEY",
    "SUITE",
    "ENVIRONMENT",
    "BRANCH",
    "COMMIT",
    "COMMIT_AUTHOR",
    "PULL_REQUEST",
    "BUILD",
    "CI_URL",
  ].map((name) => `PLUMB_${name}`),
]);

export interface S3Location {
  readonly bucket: string;
  /** Without slashes at its ends; may be empty. */
  readonly prefix: string;
  /** Of another vendor than AWS. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  /** Endpoint for browsers, without a path; by default, they read everything through the server. */
  readonly publicUrl: string | undefined;
  /** Whether the bucket is in the path of URLs instead of their host name. */
  readonly pathStyle: boolean;
  /** Of objects at rest; by default that of the bucket. */
  readonly encryption: "AES256" | "aws:kms" | undefined;
  readonly kmsKey: string | undefined;
}

/** Where blobs are: a folder, or a bucket. */
export type BlobLocation = string | S3Location;

/** Sign-in with an OpenID Connect provider. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** Label on the button. */
  readonly name: string;
  readonly scopes: string;
}

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Of a streaming replica of the database. */
  readonly readUrl: string | undefined;
  readonly maxReadLagMs: number;
  readonly blobs: BlobLocation;
  /** Target of backups. */
  readonly backups: BlobLocation | undefined;
  readonly publicUrl: string | undefined;
  readonly artifactPort: number;
  /** An origin without a path or trailing slash. */
  readonly artifactUrl: string | undefined;
  readonly secret: string | undefined;
  readonly admin: { readonly email: string; readonly password: string } | undefined;
  readonly logLevel: z.infer<typeof Environment>["PLUMB_LOG_LEVEL"];
  readonly maxUploadBytes: number;
  /** `null` for no limit. */
  readonly maxProjectBytes: number | null;
  /** `null` for no limit. */
  readonly maxConnectionsPerAddress: number | null;
  readonly runTimeoutMs: number;
  readonly drainMs: number;
  /** For metrics of projects; `null` if they are not offered. */
  readonly metricsKey: string | null;
  readonly classifierModel: string | undefined;
  readonly allowPrivateHosts: readonly string[];
  readonly oidc: OidcConfig | undefined;
  /** Number of proxies, or their addresses and networks; `false` if there is no proxy. */
  readonly trustProxy: false | number | readonly string[];
  readonly demo: boolean;
}

/**
 * @returns The configuration with warnings about unknown `PLUMB_*` names.
 * @throws Error with one line per invalid value.
 */
export function readConfig(
  env: Record<string, string | undefined>,
  args: readonly string[],
): { config: Config; warnings: string[] } {
  const value = environmentOf(env);
  const unknownArguments = args.filter((argument) => argument !== "--demo");
  if (unknownArguments.length > 0)
    throw new Error(`Unknown argument ${unknownArguments[0]}. Start with --help to see the others.`);
  const demo = args.includes("--demo");
  if (demo && !isLoopback(value.PLUMB_HOST)) {
    throw new Error(
      `PLUMB_HOST: the demo has a public password, so it listens on a loopback address only, not on ${value.PLUMB_HOST}.`,
    );
  }
  if ((value.PLUMB_ADMIN_EMAIL === undefined) !== (value.PLUMB_ADMIN_PASSWORD === undefined)) {
    throw new Error("PLUMB_ADMIN_EMAIL and PLUMB_ADMIN_PASSWORD go together: set both or neither.");
  }
  if (value.DATABASE_READ_URL !== undefined && value.DATABASE_URL === undefined)
    throw new Error(
      "DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replicas. Set both, or neither.",
    );
  const dataDir = resolve(value.PLUMB_DATA_DIR);
  const known = new Set([...Object.keys(Environment.shape), ...otherwiseKnown]);
  const config: Config = {
    host: value.PLUMB_HOST,
    port: value.PLUMB_PORT,
    dataDir,
    databaseUrl: value.DATABASE_URL,
    readUrl: value.DATABASE_READ_URL,
    maxReadLagMs: value.PLUMB_MAX_READ_LAG_SECONDS * 1000,
    blobs: blobLocation(value.PLUMB_BLOBS ?? `${dataDir}/blobs`, "PLUMB_BLOBS", value),
    backups: value.PLUMB_BACKUPS === undefined ? undefined : blobLocation(value.PLUMB_BACKUPS, "PLUMB_BACKUPS", value),
    publicUrl: value.PLUMB_PUBLIC_URL?.replace(/\/+$/, ""),
    // If the operating system chooses the app's port, it also chooses this one.
    artifactPort: value.PLUMB_ARTIFACT_PORT ?? (value.PLUMB_PORT === 0 ? 0 : (value.PLUMB_PORT + 1) % 65_536),
    artifactUrl: artifactUrlOf(value),
    secret: value.PLUMB_SECRET,
    admin:
      value.PLUMB_ADMIN_EMAIL !== undefined && value.PLUMB_ADMIN_PASSWORD !== undefined
        ? { email: value.PLUMB_ADMIN_EMAIL, password: value.PLUMB_ADMIN_PASSWORD }
        : undefined,
    logLevel: value.PLUMB_LOG_LEVEL,
    maxUploadBytes: value.PLUMB_MAX_UPLOAD_BYTES,
    maxProjectBytes: value.PLUMB_MAX_PROJECT_BYTES,
    maxConnectionsPerAddress: value.PLUMB_MAX_CONNECTIONS_PER_ADDRESS,
    runTimeoutMs: value.PLUMB_RUN_TIMEOUT_MINUTES * 60_000,
    drainMs: value.PLUMB_DRAIN_SECONDS * 1000,
    metricsKey: value.PLUMB_METRICS_KEY ?? null,
    classifierModel: value.PLUMB_CLASSIFIER_MODEL,
    allowPrivateHosts: value.PLUMB_ALLOW_PRIVATE_HOSTS,
    oidc: oidcOf(value),
    trustProxy: value.PLUMB_TRUST_PROXY,
    demo,
  };
  const warnings = Object.keys(withoutEmpty(env))
    .filter((name) => name.startsWith("PLUMB_") && !known.has(name))
    .map((name) => `${name} is not a setting of Plumb and has no effect.`);
  if (config.publicUrl?.startsWith("https:") === true && config.artifactUrl === undefined)
    warnings.push(
      "PLUMB_ARTIFACT_URL is not set: HTML, SVG, PDF and traces of reports are only offered for download at PLUMB_PUBLIC_URL.",
    );
  return { config, warnings };
}

/** @throws Error with one line per invalid value. */
function environmentOf(env: Record<string, string | undefined>): z.infer<typeof Environment> {
  const parsed = Environment.safeParse(withoutEmpty(env));
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
}

/** In a compose file, unset variables have an empty value. */
function withoutEmpty(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
}

/**
 * Returns the location of blobs that are not those of the server.
 *
 * @throws Error if the location or a setting is not valid.
 */
export function readBlobLocation(
  location: string,
  name: string,
  env: Record<string, string | undefined>,
): BlobLocation {
  return blobLocation(location, name, environmentOf(env));
}

/** Returns a folder, or a bucket as in settings. */
export function describeLocation(location: BlobLocation): string {
  if (typeof location === "string") return location;
  return `s3://${[location.bucket, location.prefix].filter((part) => part !== "").join("/")}`;
}

/** @throws Error if the address of a bucket is not valid. */
function blobLocation(location: string, name: string, settings: z.infer<typeof Environment>): BlobLocation {
  if (!/^s3:/i.test(location)) return resolve(location);
  const [, bucket, prefix = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(location) ?? [];
  if (bucket === undefined) throw new Error(`${name}: must be a folder or s3://bucket/prefix.`);
  const { PLUMB_S3_ENDPOINT: endpoint, PLUMB_S3_PUBLIC_URL: publicUrl } = settings;
  const { PLUMB_S3_ENCRYPTION: encryption, PLUMB_S3_KMS_KEY: kmsKey } = settings;
  if (kmsKey !== undefined && encryption !== "aws:kms")
    throw new Error("PLUMB_S3_KMS_KEY: needs PLUMB_S3_ENCRYPTION=aws:kms.");
  if (publicUrl !== undefined && new URL(publicUrl).href !== `${new URL(publicUrl).origin}/`)
    throw new Error("PLUMB_S3_PUBLIC_URL: must have a scheme, a host and a port, but no bucket and no path.");
  // As the SDK does it: certificates for `*.host` do not cover a bucket with dots, and addresses have no subdomains.
  const hosts = [endpoint, publicUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).hostname]));
  const needsPath = bucket.includes(".") || hosts.some((host) => isIP(host.replaceAll(/[[\]]/g, "")) > 0);
  return {
    bucket,
    prefix: prefix.replaceAll(/^\/+|\/+$/g, ""),
    endpoint,
    region: settings.PLUMB_S3_REGION,
    publicUrl,
    pathStyle: settings.PLUMB_S3_PATH_STYLE || needsPath,
    encryption,
    kmsKey,
  };
}

/** @throws Error if the URL is not an origin, or is the app's own origin, where artifacts could act as the app. */
function artifactUrlOf(value: z.infer<typeof Environment>): string | undefined {
  const { PLUMB_ARTIFACT_URL: url, PLUMB_PUBLIC_URL: publicUrl } = value;
  if (url === undefined) return undefined;
  const { origin, href } = new URL(url);
  if (href !== `${origin}/`) throw new Error("PLUMB_ARTIFACT_URL: must have a scheme, a host and a port, but no path.");
  if (publicUrl === undefined)
    throw new Error("PLUMB_ARTIFACT_URL needs PLUMB_PUBLIC_URL: only the app at that address may show artifacts.");
  if (origin === new URL(publicUrl).origin)
    throw new Error(
      "PLUMB_ARTIFACT_URL: must use a different host or port than PLUMB_PUBLIC_URL, to isolate artifacts.",
    );
  return origin;
}

const maxProxies = 10;

/** `true`, which earlier versions accepted, means one proxy. */
function proxiesIn(value: string, refinement: z.RefinementCtx): Config["trustProxy"] {
  const input = value.trim().toLowerCase();
  if (["false", "no", "off", "0"].includes(input)) return false;
  if (["true", "yes", "on"].includes(input)) return 1;
  if (/^\d+$/.test(input) && Number(input) <= maxProxies) return Number(input);
  const locations = input.split(/[\s,]+/).filter((location) => location !== "");
  if (locations.length > 0 && locations.every(isNetwork)) return locations;
  refinement.addIssue(
    `must be false, the number of proxies in front (at most ${maxProxies}), or their addresses and networks`,
  );
  return z.NEVER;
}

/** Returns true for an address or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const max = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    max > 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= max))
  );
}

/** @throws Error if only some of the settings are set, or if the provider would be reached without TLS over a network. */
function oidcOf(value: z.infer<typeof Environment>): OidcConfig | undefined {
  const { PLUMB_OIDC_ISSUER: issuer, PLUMB_OIDC_CLIENT_ID: clientId, PLUMB_OIDC_CLIENT_SECRET: clientSecret } = value;
  if ((issuer === undefined) !== (clientId === undefined))
    throw new Error("PLUMB_OIDC_ISSUER and PLUMB_OIDC_CLIENT_ID go together: set both or neither.");
  if (issuer === undefined || clientId === undefined) return undefined;
  const { protocol, hostname } = new URL(issuer);
  const host = hostname.replaceAll(/[[\]]/g, "");
  if (protocol === "http:" && !isLoopback(host) && !allowsPlainHttp(host, value.PLUMB_ALLOW_PRIVATE_HOSTS))
    throw new Error(
      "PLUMB_OIDC_ISSUER: must begin with https://, unless it is on a loopback address or in PLUMB_ALLOW_PRIVATE_HOSTS.",
    );
  return { issuer, clientId, clientSecret, name: value.PLUMB_OIDC_NAME, scopes: value.PLUMB_OIDC_SCOPES };
}

/** Returns true for addresses and names of this machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
