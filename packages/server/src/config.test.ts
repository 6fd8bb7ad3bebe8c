import { expect, test } from "vitest";
import { readConfig } from "#config.ts";

test("everything has a default", () => {
  const { config, warnings } = readConfig({}, []);
  expect(config).toMatchObject({ host: "127.0.0.1", port: 4600, demo: false, maxUploadBytes: 1024 ** 3 });
  expect(warnings).toEqual([]);
});

test("an unknown PLUMB_ name is a warning, not an error", () => {
  expect(readConfig({ PLUMB_PROT: "1", PLUMB_URL: "x" }, []).warnings).toEqual([
    "PLUMB_PROT is not a setting of Plumb and has no effect.",
  ]);
});

test("private hosts that may be reached are listed with commas", () => {
  const { config } = readConfig({ PLUMB_ALLOW_PRIVATE_HOSTS: "jira.intern, 10.0.0.0/8,::1" }, []);
  expect(config.allowPrivateHosts).toEqual(["jira.intern", "10.0.0.0/8", "::1"]);
});

test.for([
  [{ PLUMB_PORT: "http" }, [], /^PLUMB_PORT: /],
  [{ DATABASE_URL: "mysql://x" }, [], /^DATABASE_URL: must start with postgres/],
  [{ PLUMB_ADMIN_EMAIL: "a@b.co" }, [], /go together/],
  [{ PLUMB_ALLOW_PRIVATE_HOSTS: "http://jira.intern" }, [], /^PLUMB_ALLOW_PRIVATE_HOSTS: takes host names/],
  [{ PLUMB_HOST: "0.0.0.0" }, ["--demo"], /loopback/],
  [{}, ["--dmeo"], /Unknown argument --dmeo/],
] as const)("%j with %j stops the start with a clear line", ([env, args, message]) => {
  expect(() => readConfig(env, args)).toThrow(message);
});
