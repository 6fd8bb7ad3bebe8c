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

test("a profile's mistakes are named together, and nothing is kept", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const refused = await call(plumb, "PUT", "/api/profile", { token, body: { name: "Ada", phone: "x", website: "y" } });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: "invalid", error: "Invalid phone number format, Please enter a valid website URL" },
  });
  expect((await call(plumb, "GET", "/api/profile", { token })).body).toMatchObject({ data: { profile: { name: "" } } });
});

test("a text that no database keeps is refused, not a bug", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  expect((await call(plumb, "PUT", "/api/profile", { token, body: { name: "a\u0000b" } })).status).toBe(400);
  expect((await call(plumb, "PUT", "/api/profile", { token, body: { name: "a\\u0000b" } })).status).toBe(200);
  expect((await call(plumb, "POST", "/api/auth/login", { body: { ...account, username: "a\u0000" } })).status).toBe(
    400,
  );
});

test("a new password ends every other session and is the only one that works", async () => {
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

test("the password form's mistakes have the form's words; guessing is stopped", async () => {
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

test("sessions are listed and ended one by one, one's own only", async () => {
  await using plumb = await createTestApp({ demo: true });
  const { token } = await seedProject(plumb);
  const other = await call<{ token: string }>(plumb, "POST", "/api/auth/login", { body: account });
  const stranger = await call<{ token: string }>(plumb, "POST", "/api/auth/register", {
    body: { username: "eve", email: "eve@example.test", password: "secret 1" },
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

test("every other session of one's own ends at once, nobody else's", async () => {
  await using plumb = await createTestApp({ demo: true });
  const { token } = await seedProject(plumb);
  const elsewhere = await call<{ token: string }>(plumb, "POST", "/api/auth/login", { body: account });
  const stranger = await call<{ token: string }>(plumb, "POST", "/api/auth/register", {
    body: { username: "eve", email: "eve@example.test", password: "secret 1" },
  });
  expect((await call(plumb, "DELETE", "/api/profile/sessions", { token })).status).toBe(200);
  const list = await call<{ data: { current: boolean }[] }>(plumb, "GET", "/api/profile/sessions", { token });
  expect(list.body.data.map(({ current }) => current)).toEqual([true]);
  const status = async (of: string) => (await call(plumb, "GET", "/api/profile", { token: of })).status;
  expect([await status(elsewhere.body.token), await status(stranger.body.token)]).toEqual([401, 200]);
});
