import { expect, test } from "vitest";
import { createSecretBox, SealError } from "./secret-box.ts";

const secretBox = createSecretBox("a secret for tests");
const opened = (work: () => string) => {
  try {
    return work();
  } catch (error) {
    return error instanceof SealError ? error.message : error;
  }
};

test("an encrypted value can only be decrypted for its purpose, and never looks the same twice", () => {
  const encrypted = secretBox.seal("pässword", "connector:email:password");
  expect(secretBox.open(encrypted, "connector:email:password")).toBe("pässword");
  expect(encrypted).not.toBe(secretBox.seal("pässword", "connector:email:password"));
  expect(Buffer.from(encrypted, "base64").includes("pässword")).toBe(false);
  expect(opened(() => secretBox.open(encrypted, "connector:slack:webhookUrl"))).toMatch(/damaged/);
});

test("distinguishes a changed server secret from a damaged value", () => {
  const encrypted = secretBox.seal("password", "a");
  expect(opened(() => createSecretBox("another secret").open(encrypted, "a"))).toMatch(
    /stored under another PLUMB_SECRET/,
  );
  const bytes = Buffer.from(encrypted, "base64");
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  for (const damaged of [bytes.toString("base64"), "", "AAAA", encrypted.slice(0, -8)])
    expect(opened(() => secretBox.open(damaged, "a"))).toMatch(/damaged/);
});
