import { expect, test } from "vitest";
import { hashPassword, passwordMatches } from "./password-hash.ts";

/** Written by `@node-rs/argon2`, which earlier versions used, for the password `pässword one`. */
const earlier = "$argon2id$v=19$m=19456,t=2,p=1$BQKFbW4v0slFVtVmjyV5ag$D1yHeiTn+9TVpfwaUQXKUEGnH5aUKCq9zxt/h5IHF6w";
/** Has other parameters: less memory, two lanes, a shorter hash. */
const lighter = "$argon2id$v=19$m=8192,t=1,p=2$wAnMxA/+LKMqbrxb73lXBA$qKxUJfcTjr35HZChWcv6vd4qwjwMvD3N";

test("a password matches its own hash only", async () => {
  const hash = await hashPassword("correct horse");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await passwordMatches(hash, "correct horse")).toBe(true);
  expect(await passwordMatches(hash, "correct horsf")).toBe(false);
  expect(await hashPassword("correct horse")).not.toBe(hash);
});

test("hashes of earlier versions and with other parameters match", async () => {
  expect(await passwordMatches(earlier, "pässword one")).toBe(true);
  expect(await passwordMatches(earlier, "pässword two")).toBe(false);
  expect(await passwordMatches(lighter, "pässword one")).toBe(true);
});

test("no password matches if the account does not exist", async () => {
  expect(await passwordMatches(null, "")).toBe(false);
});

test("a damaged hash is an error instead of a wrong password", async () => {
  await expect(passwordMatches("$argon2i$v=19$m=1,t=1,p=1$AAAA$AAAA", "x")).rejects.toThrow("not an Argon2id hash");
});
