import { expect, test } from "vitest";
import { call, createTestApp, seedProject } from "#testing/app.ts";

const account = { username: "admin", password: "correct horse" };

test("a profile stores values, clears empty ones and keeps the rest", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const change = (body: object) => call(plumb, "PUT", "/api/profile", { token, body });
  await change({
    display_name: " Ada ",
    name: "Ada Lovelace",
    phone: "+44 20 7946 0000",
    bio: "Numbers.",
    website: "https://example.test/ada",
    location: "London",
    timezone: "Europe/London",
    email: "other@example.test",
  });
  const changed = await change({ bio: "" });
  const profile = {
    username: "admin",
    email: "admin@example.test",
    display_name: "Ada",
    name: "Ada Lovelace",
    phone: "+44 20 7946 0000",
    bio: "",
    website: "https://example.test/ada",
    location: "London",
    timezone: "Europe/London",
    avatarUrl: null,
  };
  expect(changed.body).toMatchObject({ data: { profile } });
  expect((await call(plumb, "GET", "/api/profile", { token })).body).toMatchObject({ data: { profile } });
  expect((await call(plumb, "GET", "/api/auth/profile", { token })).body).toMatchObject({
    user: { displayName: "Ada", name: "Ada Lovelace" },
  });
});

test("reports all errors of a profile together, and saves nothing", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const refused = await call(plumb, "PUT", "/api/profile", { token, body: { name: "Ada", phone: "x", website: "y" } });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: "invalid", error: "Invalid phone number format, Please enter a valid website URL" },
  });
  expect((await call(plumb, "GET", "/api/profile", { token })).body).toMatchObject({ data: { profile: { name: "" } } });
});

test("rejects text that no database can store, instead of failing", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  expect((await call(plumb, "PUT", "/api/profile", { token, body: { name: "a\u0000b" } })).status).toBe(400);
  expect((await call(plumb, "PUT", "/api/profile", { token, body: { name: "a\\u0000b" } })).status).toBe(200);
  expect((await call(plumb, "POST", "/api/auth/login", { body: { ...account, username: "a\u0000" } })).status).toBe(
    400,
  );
});

test("a new password ends all other sessions, and the old password no longer works", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const signIn = (password: string) =>
    call<{ token: string }>(plumb, "POST", "/api/auth/login", { body: { ...account, password } });
  const elsewhere = (await signIn(account.password)).body.token;
  const change = (currentPassword: string) =>
    call(plumb, "PUT", "/api/profile/password", {
      token,
      body: { currentPassword, newPassword: "battery staple", confirmPassword: "battery staple" },
    });

  expect(await change("wrong")).toMatchObject({ status: 400, body: { error: "Current password is incorrect" } });
  expect((await call(plumb, "GET", "/api/profile", { token: elsewhere })).status).toBe(200);
  expect((await change(account.password)).status).toBe(200);

  expect((await call(plumb, "GET", "/api/profile", { token: elsewhere })).status).toBe(401);
  expect((await call(plumb, "GET", "/api/profile", { token })).status).toBe(200);
  expect([(await signIn(account.password)).status, (await signIn("battery staple")).status]).toEqual([401, 200]);
});

test("reports errors of the password form with the messages of the form, and blocks guessing", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const change = (body: object) => call(plumb, "PUT", "/api/profile/password", { token, body });
  expect((await change({})).body).toMatchObject({
    error: "Current password is required, New password is required, Password confirmation is required",
  });
  const wrong = { currentPassword: "wrong", newPassword: "battery staple", confirmPassword: "battery staple" };
  for (let count = 0; count < 10; count += 1) expect((await change(wrong)).status).toBe(400);
  expect((await change({ ...wrong, currentPassword: account.password })).status).toBe(429);
});

test("users list and end only their own sessions, one by one", async () => {
  await using plumb = await createTestApp({ demo: true });
  const { token } = await seedProject(plumb);
  const other = await call<{ token: string }>(plumb, "POST", "/api/auth/login", { body: account });
  const stranger = await call<{ token: string }>(plumb, "POST", "/api/auth/register", {
    body: { username: "eve", email: "eve@example.test", password: "secret staple" },
  });
  const list = await call<{ data: { id: number; current: boolean }[] }>(plumb, "GET", "/api/profile/sessions", {
    token,
  });
  expect(list.body.data.filter(({ current }) => current)).toHaveLength(1);
  const id = list.body.data.find(({ current }) => !current)?.id;
  const end = (by: string) => call(plumb, "DELETE", `/api/profile/sessions/${id}`, { token: by });
  expect((await end(stranger.body.token)).status).toBe(404);
  expect((await end(token)).status).toBe(200);
  expect((await end(token)).status).toBe(404);
  expect((await call(plumb, "GET", "/api/profile", { token: other.body.token })).status).toBe(401);
});

test("a user ends all their other sessions, and no sessions of other users", async () => {
  await using plumb = await createTestApp({ demo: true });
  const { token } = await seedProject(plumb);
  const elsewhere = await call<{ token: string }>(plumb, "POST", "/api/auth/login", { body: account });
  const stranger = await call<{ token: string }>(plumb, "POST", "/api/auth/register", {
    body: { username: "eve", email: "eve@example.test", password: "secret staple" },
  });
  expect((await call(plumb, "DELETE", "/api/profile/sessions", { token })).status).toBe(200);
  const list = await call<{ data: { current: boolean }[] }>(plumb, "GET", "/api/profile/sessions", { token });
  expect(list.body.data.map(({ current }) => current)).toEqual([true]);
  const status = async (of: string) => (await call(plumb, "GET", "/api/profile", { token: of })).status;
  expect([await status(elsewhere.body.token), await status(stranger.body.token)]).toEqual([401, 200]);
});
