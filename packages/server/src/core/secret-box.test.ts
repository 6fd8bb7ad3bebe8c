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
  const sealed = secretBox.seal("pässword", "connector:email:password");
  expect(secretBox.open(sealed, "connector:email:password")).toBe("pässword");
  expect(sealed).not.toBe(secretBox.seal("pässword", "connector:email:password"));
  expect(Buffer.from(sealed, "base64").includes("pässword")).toBe(false);
  expect(opened(() => secretBox.open(sealed, "connector:slack:webhookUrl"))).toMatch(/damaged/);
});

test("distinguishes a changed server secret from a damaged value", () => {
  const sealed = secretBox.seal("password", "a");
  expect(opened(() => createSecretBox("another secret").open(sealed, "a"))).toMatch(
    /stored under another PLUMB_SECRET/,
  );
  const bytes = Buffer.from(sealed, "base64");
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  for (const damaged of [bytes.toString("base64"), "", "AAAA", sealed.slice(0, -8)])
    expect(opened(() => secretBox.open(damaged, "a"))).toMatch(/damaged/);
});
