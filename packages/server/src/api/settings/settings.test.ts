import type { Settings } from "@plumb/contract/administration/settings.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject } from "#testing/app.ts";

/** Returns the part of a PNG that contains its size. */
function png(width: number, height: number): Buffer {
  const head = Buffer.from("89504e470d0a1a0a0000000d4948445200000000000000000802000000", "hex");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

const dataAddress = (bytes: Buffer) => `data:image/png;base64,${bytes.toString("base64")}`;
const account = { username: "eve", email: "eve@example.test", password: "secret staple" };

test("settings start with documented defaults, store changes, and apply to the sign-in page", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  expect((await call(plumb, "GET", "/api/settings", { token })).body).toMatchObject({
    data: {
      brandName: "Plumb",
      primaryColor: "#6D2366",
      logo: null,
      footer: "Powered by Plumb",
      notifications: { email: true, slack: false, teams: false },
      signUp: "invitation",
      version: 1,
    },
  });
  await call(plumb, "PUT", "/api/settings", { token, body: { brandName: "Checks", notifications: { slack: true } } });
  const changed = await call(plumb, "PUT", "/api/settings", { token, body: { primaryColor: "#0055aa", footer: "" } });
  const settings = { brandName: "Checks", primaryColor: "#0055aa", footer: "" };
  expect(changed.body).toMatchObject({
    data: { ...settings, notifications: { email: true, slack: true, teams: false } },
  });
  expect((await call(plumb, "GET", "/api/public/config")).body).toMatchObject({ data: settings });
});

test("when two administrators save the same settings, the second sees the conflict and overwrites nothing", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const save = (body: object) => call<{ data: Settings }>(plumb, "PUT", "/api/settings", { token, body });
  const first = await save({ brandName: "First", version: 1 });
  expect(first.body.data.version).toBe(2);
  expect(await save({ brandName: "Second", footer: "", version: 1 })).toMatchObject({
    status: 409,
    body: {
      error:
        "Another user changed the settings. Your changes have not been saved; reload the settings and make them again.",
    },
  });
  expect((await save({ footer: "Late", version: 2 })).body).toMatchObject({
    data: { brandName: "First", footer: "Late", version: 3 },
  });
});

test("serves a logo to everyone at a URL that changes with it, until it is removed", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const save = async (logo: string | null) => {
    const { body } = await call<{ data: Settings }>(plumb, "PUT", "/api/settings", { token, body: { logo } });
    return body.data.logo;
  };
  const image = png(64, 32);
  const address = await save(dataAddress(image));
  expect(address).toMatch(/^\/api\/public\/logo\?v=[0-9a-f]{16}$/);
  expect((await call(plumb, "GET", "/api/public/config")).body).toMatchObject({ data: { logo: address } });
  const served = await plumb.app.inject(address ?? "");
  expect(served.rawPayload).toEqual(image);
  expect(served.headers).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  expect((await plumb.app.inject("/api/public/logo?v=old")).headers["cache-control"]).toBe("no-cache");
  expect(await save(dataAddress(png(65, 32)))).not.toBe(address);
  expect(await save(null)).toBeNull();
  expect((await plumb.app.inject(address ?? "")).statusCode).toBe(404);
  const audit = await call<{ data: { detail: object }[] }>(plumb, "GET", "/api/audit?action=settings.changed", {
    token,
  });
  expect(audit.body.data.map(({ detail }) => detail)).toEqual([
    { logo: "removed" },
    { logo: "replaced" },
    { logo: "replaced" },
  ]);
});

test.for([
  [{ brandName: " " }, { brandName: "Brand name is required" }],
  [{ primaryColor: "red" }, { primaryColor: "Enter the color as # and six hexadecimal digits" }],
  [{ logo: "https://example.test/logo.png" }, { logo: "Only JPEG, PNG, and WebP images are allowed" }],
  [{ logo: "data:image/svg+xml;base64,PHN2Zy8+" }, { logo: "Only JPEG, PNG, and WebP images are allowed" }],
  [{ logo: "data:image/png;base64,PHN2Zy8+" }, { logo: "Only JPEG, PNG, and WebP images are allowed" }],
  [{ logo: dataAddress(Buffer.alloc(200_000)) }, { logo: "The logo must be less than 200 kB" }],
  [{ logo: dataAddress(Buffer.alloc(400_000)) }, { logo: "The logo must be less than 200 kB" }],
  [{ logo: dataAddress(png(4001, 1)) }, { logo: "The logo must be at most 4000 pixels wide and high." }],
  [{ signUp: "anybody" }, { signUp: "Sign up must be one of open, invitation, off" }],
] as const)("settings with %j are rejected", async ([body, fields]) => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  expect(await call(plumb, "PUT", "/api/settings", { token, body })).toMatchObject({ status: 400, body: { fields } });
});

test.for([
  ["open", 200],
  ["invitation", 403],
  ["off", 403],
] as const)("with sign-up %s, creating an account returns %d", async ([signUp, status]) => {
  await using plumb = await createTestApp({ demo: true });
  const { token } = await seedProject(plumb);
  await call(plumb, "PUT", "/api/settings", { token, body: { signUp } });
  expect((await call(plumb, "GET", "/api/public/config")).body).toMatchObject({ data: { signUp } });
  expect((await call(plumb, "POST", "/api/auth/register", { body: account })).status).toBe(status);
});
