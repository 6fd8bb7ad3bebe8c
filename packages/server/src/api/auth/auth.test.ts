import { signUpClosedText } from "@plumb/contract/people/auth.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject } from "#testing/app.ts";

const account = { username: "ada", email: "ada@example.test", password: "correct horse" };

test("the first account becomes the administrator, then sign-up is closed", async () => {
  await using plumb = await createTestApp();
  const config = () => call(plumb, "GET", "/api/public/config");
  expect((await config()).body).toMatchObject({ data: { signUp: "first-admin" } });

  const first = await call(plumb, "POST", "/api/auth/register", { body: account });
  const second = await call(plumb, "POST", "/api/auth/register", {
    body: { ...account, username: "b", email: "b@example.test" },
  });

  expect(first.body).toMatchObject({ success: true, user: { username: "ada", role: "ADMIN" } });
  expect(second).toMatchObject({ status: 403, body: { success: false, code: "forbidden", error: signUpClosedText } });
  expect((await config()).body).toMatchObject({ data: { signUp: "invitation" } });
});

test("of two first accounts created at the same time, one is rejected", async () => {
  await using plumb = await createTestApp();
  const responses = await Promise.all(
    ["a", "b"].map((name) =>
      call(plumb, "POST", "/api/auth/register", {
        body: { ...account, username: name, email: `${name}@example.test` },
      }),
    ),
  );
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
});

test("users sign in with their user name or email address, in any case, and sign out", async () => {
  await using plumb = await createTestApp();
  await call(plumb, "POST", "/api/auth/register", { body: account });
  const byName = await call<{ token: string }>(plumb, "POST", "/api/auth/login", {
    body: { username: "ADA", password: account.password },
  });
  const byAddress = await call(plumb, "POST", "/api/auth/login", {
    body: { username: "Ada@Example.test", password: account.password },
  });
  expect([byName.status, byAddress.status]).toEqual([200, 200]);

  const { token } = byName.body;
  expect((await call(plumb, "GET", "/api/auth/profile", { token })).body).toMatchObject({
    success: true,
    user: { username: "ada" },
  });
  await call(plumb, "POST", "/api/auth/logout", { token });
  expect((await call(plumb, "GET", "/api/auth/profile", { token })).status).toBe(401);
});

test("a wrong password and an unknown account get the same response", async () => {
  await using plumb = await createTestApp();
  await call(plumb, "POST", "/api/auth/register", { body: account });
  const wrong = await call(plumb, "POST", "/api/auth/login", { body: { username: "ada", password: "wrong" } });
  const unknown = await call(plumb, "POST", "/api/auth/login", { body: { username: "nobody", password: "wrong" } });
  expect(wrong.status).toBe(401);
  expect(unknown).toEqual(wrong);
});

test("guessing is blocked after ten attempts and allowed again a minute later", async () => {
  await using plumb = await createTestApp();
  await call(plumb, "POST", "/api/auth/register", { body: account });
  const attempt = (password: string) => call(plumb, "POST", "/api/auth/login", { body: { username: "ada", password } });
  for (let count = 0; count < 10; count += 1) expect((await attempt("wrong")).status).toBe(401);
  const stopped = await plumb.app.inject({
    method: "POST",
    url: "/api/auth/login",
    payload: { username: "ada", password: account.password },
  });
  expect(stopped.statusCode).toBe(429);
  expect(stopped.headers["retry-after"]).toBe("60");
  expect(stopped.json()).toMatchObject({ error: "Too many attempts. Try again in 60 seconds." });
  plumb.time.now = new Date(plumb.time.now.getTime() + 61_000);
  expect((await attempt(account.password)).status).toBe(200);
});

test("guesses from elsewhere do not lock users out at their known addresses", async () => {
  await using plumb = await createTestApp();
  await call(plumb, "POST", "/api/auth/register", { body: account });
  const attempt = async (remoteAddress: string, password: string) => {
    const payload = { username: "ada", password };
    return (await plumb.app.inject({ method: "POST", url: "/api/auth/login", remoteAddress, payload })).statusCode;
  };
  expect(await attempt("192.0.2.1", account.password)).toBe(200);
  const guesses: number[] = [];
  for (let guess = 0; guess < 110; guess += 1) guesses.push(await attempt(`198.51.100.${guess % 20}`, "wrong"));
  // The limit of an account applies to guesses from any number of addresses …
  expect([new Set(guesses.slice(0, 99)), guesses.at(-1)]).toEqual([new Set([401]), 429]);
  expect(await attempt("192.0.2.2", account.password)).toBe(429);
  // … but not to an address from which its owner has signed in.
  expect(await attempt("192.0.2.1", account.password)).toBe(200);
});

test("a session expires after thirty days", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  plumb.time.now = new Date(plumb.time.now.getTime() + 31 * 86_400_000);
  expect((await call(plumb, "GET", "/api/projects", { token })).status).toBe(401);
});

test.for([
  [{ username: "аda", email: "b@example.test" }, 400, "a user name with a Cyrillic letter"],
  [{ username: "ada\u200b", email: "b@example.test" }, 400, "a user name with an invisible letter"],
  [{ username: "ada@example.test", email: "b@example.test" }, 400, "somebody else's address as user name"],
  [{ username: "b", email: "аda@example.test" }, 400, "an address with a Cyrillic letter"],
  [{ username: "ADA", email: "b@example.test" }, 409, "a user name that differs in case"],
  [{ username: "b", email: "ADA@example.test" }, 409, "an address that differs in case"],
  [{ username: "b@example.test", email: "B@example.test" }, 200, "an address of one's own"],
] as const)("%j gets %d: %s", async ([names, status]) => {
  await using plumb = await createTestApp({ demo: true });
  await call(plumb, "POST", "/api/auth/register", { body: account });
  const response = await call(plumb, "POST", "/api/auth/register", { body: { ...account, ...names } });
  expect(response.status).toBe(status);
});
