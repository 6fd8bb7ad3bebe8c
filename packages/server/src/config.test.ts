import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("every setting has a default", () => {
  const { config, warnings } = readConfig({}, []);
  expect(config).toMatchObject({
    host: "127.0.0.1",
    port: 4600,
    demo: false,
    maxUploadBytes: 1024 ** 3,
    drainMs: 0,
  });
  expect(warnings).toEqual([]);
});

test("an unknown PLUMB_ name is a warning, not an error", () => {
  expect(readConfig({ PLUMB_PROT: "1", PLUMB_URL: "x" }, []).warnings).toEqual([
    "PLUMB_PROT is not a setting of Plumb and has no effect.",
  ]);
});

test("allowed private hosts are separated by commas", () => {
  const { config } = readConfig({ PLUMB_ALLOW_PRIVATE_HOSTS: "jira.intern, 10.0.0.0/8,::1" }, []);
  expect(config.allowPrivateHosts).toEqual(["jira.intern", "10.0.0.0/8", "::1"]);
});

function blobsOf(env: Record<string, string>) {
  return readConfig({ PLUMB_DATA_DIR: "/data", ...env }, []).config.blobs;
}

test("blobs are in the data folder, in another folder or in a bucket", () => {
  expect(blobsOf({})).toBe("/data/blobs");
  expect(blobsOf({ PLUMB_BLOBS: "/mnt/blobs" })).toBe("/mnt/blobs");
  expect(blobsOf({ PLUMB_BLOBS: "s3://results" })).toMatchObject({ bucket: "results", prefix: "", pathStyle: false });
  expect(
    blobsOf({
      PLUMB_BLOBS: "s3://results/plumb/",
      PLUMB_S3_ENDPOINT: "http://127.0.0.1:9000",
      PLUMB_S3_PATH_STYLE: "true",
      PLUMB_S3_ENCRYPTION: "aws:kms",
    }),
  ).toMatchObject({ prefix: "plumb", endpoint: "http://127.0.0.1:9000", pathStyle: true, encryption: "aws:kms" });
});

test.for(["s3://", "s3:results", "s3://Results/a", "s3:///a"])("%s is not the address of a bucket", (location) => {
  expect(() => readConfig({ PLUMB_BLOBS: location }, [])).toThrow(
    "PLUMB_BLOBS: must be a folder or s3://bucket/prefix.",
  );
});

test("the bucket is in the path where it cannot be in the host name", () => {
  expect(blobsOf({ PLUMB_BLOBS: "s3://results" })).toMatchObject({ pathStyle: false });
  expect(blobsOf({ PLUMB_BLOBS: "s3://results.example.org" })).toMatchObject({ pathStyle: true });
  const address = { PLUMB_BLOBS: "s3://results", PLUMB_S3_ENDPOINT: "http://[::1]:9000" };
  expect(blobsOf(address)).toMatchObject({ pathStyle: true });
});

test("impossible settings of object storage are rejected at the start", () => {
  const bucket = { PLUMB_BLOBS: "s3://results" };
  expect(() => blobsOf({ ...bucket, PLUMB_S3_PUBLIC_URL: "https://s3.example.org/results" })).toThrow(
    "PLUMB_S3_PUBLIC_URL: must have a scheme, a host and a port, but no bucket and no path.",
  );
  expect(() => blobsOf({ ...bucket, PLUMB_S3_KMS_KEY: "key", PLUMB_S3_ENCRYPTION: "AES256" })).toThrow(
    "PLUMB_S3_KMS_KEY: needs PLUMB_S3_ENCRYPTION=aws:kms.",
  );
  expect(blobsOf({ ...bucket, PLUMB_S3_PUBLIC_URL: "https://s3.example.org" })).toMatchObject({
    publicUrl: "https://s3.example.org",
  });
});

test("a sign-in provider needs its issuer and the client id, and other settings have defaults", () => {
  const env = { PLUMB_OIDC_ISSUER: "https://id.example.org/realm", PLUMB_OIDC_CLIENT_ID: "plumb" };
  expect(readConfig({}, []).config.oidc).toBeUndefined();
  expect(readConfig(env, []).config.oidc).toEqual({
    issuer: "https://id.example.org/realm",
    clientId: "plumb",
    clientSecret: undefined,
    name: "single sign-on",
    scopes: "openid email profile",
  });
});

function issuerOf(issuer: string, privateHosts: string): string | undefined {
  const env = { PLUMB_OIDC_ISSUER: issuer, PLUMB_OIDC_CLIENT_ID: "plumb", PLUMB_ALLOW_PRIVATE_HOSTS: privateHosts };
  return readConfig(env, []).config.oidc?.issuer;
}

test.for([
  ["http://127.0.0.1:9000", ""],
  ["http://[::1]:9000", ""],
  ["http://id.intern", "id.intern"],
  ["http://10.1.2.3", "10.0.0.0/8"],
  ["https://id.example.org", ""],
] as const)("the issuer %s is accepted with the private hosts %j", ([issuer, hosts]) => {
  expect(issuerOf(issuer, hosts)).toBe(issuer);
});

test.for([
  ["http://id.intern", ""],
  ["http://93.184.216.34", "10.0.0.0/8"],
] as const)("the issuer %s is rejected with the private hosts %j because it is not encrypted", ([issuer, hosts]) => {
  expect(() => issuerOf(issuer, hosts)).toThrow(/^PLUMB_OIDC_ISSUER: must begin with https/);
});

test.for([
  [{ PLUMB_OIDC_ISSUER: "https://id.example.org" }, [], /PLUMB_OIDC_CLIENT_ID go together/],
  [
    { PLUMB_OIDC_ISSUER: "https://id.example.org", PLUMB_OIDC_CLIENT_ID: "plumb", PLUMB_OIDC_SCOPES: "email" },
    [],
    /^PLUMB_OIDC_SCOPES: must include openid/,
  ],
  [{ PLUMB_PORT: "http" }, [], /^PLUMB_PORT: /],
  [{ DATABASE_URL: "mysql://x" }, [], /^DATABASE_URL: must start with postgres/],
  [
    { DATABASE_READ_URL: "postgres://replica/plumb" },
    [],
    /^DATABASE_READ_URL needs DATABASE_URL: the embedded database/,
  ],
  [{ PLUMB_ADMIN_EMAIL: "a@b.co" }, [], /go together/],
  [{ PLUMB_ALLOW_PRIVATE_HOSTS: "http://jira.intern" }, [], /^PLUMB_ALLOW_PRIVATE_HOSTS: must contain host names/],
  [{ PLUMB_HOST: "0.0.0.0" }, ["--demo"], /loopback/],
  [{}, ["--dmeo"], /Unknown argument --dmeo/],
] as const)("%j with %j stops the start with a clear message", ([env, args, message]) => {
  expect(() => readConfig(env, args)).toThrow(message);
});

test.for([
  [{}, 4601],
  [{ PLUMB_PORT: "80" }, 81],
  [{ PLUMB_PORT: "0" }, 0],
  [{ PLUMB_PORT: "65535" }, 0],
  [{ PLUMB_PORT: "80", PLUMB_ARTIFACT_PORT: "9000" }, 9000],
] as const)("with %j artifacts are served on port %d, or on a free one for 0", ([env, port]) => {
  expect(readConfig(env, []).config.artifactPort).toBe(port);
});

test.for([
  ["https://plumb.example", [expect.stringContaining("PLUMB_ARTIFACT_URL is not set")]],
  ["http://plumb.example", []],
] as const)("at %s a missing artifact URL is a warning only behind TLS", ([PLUMB_PUBLIC_URL, warnings]) => {
  expect(readConfig({ PLUMB_PUBLIC_URL }, []).warnings).toEqual(warnings);
});

test("the artifact URL is another origin than that of the app", () => {
  const env = { PLUMB_PUBLIC_URL: "https://plumb.example/", PLUMB_ARTIFACT_URL: "https://artifacts.plumb.example/" };
  const { config, warnings } = readConfig(env, []);
  expect([config.artifactUrl, warnings]).toEqual(["https://artifacts.plumb.example", []]);
});

test.for([
  [{ PLUMB_ARTIFACT_URL: "https://a.example" }, /needs PLUMB_PUBLIC_URL/],
  [
    { PLUMB_PUBLIC_URL: "https://a.example/plumb", PLUMB_ARTIFACT_URL: "https://a.example" },
    /must use a different host or port/,
  ],
  [{ PLUMB_PUBLIC_URL: "https://a.example", PLUMB_ARTIFACT_URL: "https://b.example/files" }, /no path/],
  [{ PLUMB_PUBLIC_URL: "https://a.example", PLUMB_ARTIFACT_URL: "ftp://b.example" }, /PLUMB_ARTIFACT_URL/],
] as const)("%j is rejected", ([env, reason]) => {
  expect(() => readConfig(env, [])).toThrow(reason);
});

test.for([
  ["false", false],
  ["0", false],
  ["true", 1],
  ["2", 2],
  ["10.0.0.0/8, ::1", ["10.0.0.0/8", "::1"]],
] as const)("PLUMB_TRUST_PROXY=%s is %j", ([input, meant]) => {
  expect(readConfig({ PLUMB_TRUST_PROXY: input }, []).config.trustProxy).toEqual(meant);
});

test.for(["11", "-1", "proxy.example", "10.0.0.0/33", "10.0.0.0/8/8", "0.0.0.0/0", ","])(
  "PLUMB_TRUST_PROXY=%s is rejected",
  (input) => {
    expect(() => readConfig({ PLUMB_TRUST_PROXY: input }, [])).toThrow("PLUMB_TRUST_PROXY: must be false");
  },
);
