import { expect, test } from "vitest";
import { call, createTestApp, seedProject } from "#testing/app.ts";

const account = { username: "eve", email: "eve@example.test", password: "secret 1" };

test("settings start as documented, keep what is changed, and reach the sign-in page", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  expect((await call(plumb, "GET", "/api/settings", { token })).body).toMatchObject({
    data: {
      brandName: "Plumb",
      primaryColor: "#6D2366",
      footer: "Powered by Plumb",
      notifications: { email: true, slack: false, teams: false },
      signUp: "invitation",
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

test.for([
  [{ brandName: " " }, "brandName: Brand name is required"],
  [{ primaryColor: "red" }, "primaryColor: Write the colour as # and six hexadecimal digits"],
  [{ signUp: "anybody" }, 'signUp: Invalid option: expected one of "open"|"invitation"|"off"'],
] as const)("settings with %j are refused", async ([body, error]) => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  expect(await call(plumb, "PUT", "/api/settings", { token, body })).toMatchObject({ status: 400, body: { error } });
});

test.for([
  ["open", 200],
  ["invitation", 403],
  ["off", 403],
] as const)("with sign-up %s, creating an account answers %d", async ([signUp, status]) => {
  await using plumb = await createTestApp({ demo: true });
  const { token } = await seedProject(plumb);
  await call(plumb, "PUT", "/api/settings", { token, body: { signUp } });
  expect((await call(plumb, "GET", "/api/public/config")).body).toMatchObject({ data: { signUp } });
  expect((await call(plumb, "POST", "/api/auth/register", { body: account })).status).toBe(status);
});
