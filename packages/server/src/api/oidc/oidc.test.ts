import { expect, test } from "vitest";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { countRows, runStatement } from "#testing/database.ts";
import { startOidcProvider, type TestProvider } from "#testing/oidc-provider.ts";
import { seedPerson } from "#testing/people.ts";

interface Fixtures extends AsyncDisposable {
  readonly plumb: TestApp;
  readonly provider: TestProvider;
  /** Session token of the administrator. */
  readonly token: string;
  readonly projectId: number;
}

const client = {
  id: "plumb",
  secret: "a secret between the two",
  redirectUri: "http://plumb.test/api/auth/oidc/callback",
};
const ada = { email: "ada@example.test", email_verified: true, name: "Ada Lovelace" };

async function createFixtures(
  options: { signUp?: "open" | "invitation" | "off"; secret?: string | undefined } = {},
): Promise<Fixtures> {
  const secret = "secret" in options ? options.secret : client.secret;
  const { id, redirectUri } = client;
  const provider = await startOidcProvider({ id, redirectUri, ...(secret !== undefined && { secret }) });
  const { issuer } = provider;
  const plumb = await createTestApp({
    oidc: { issuer, clientId: id, clientSecret: secret, name: "Acme", scopes: "openid email profile" },
  });
  const { token, projectId } = await seedProject(plumb);
  await call(plumb, "PUT", "/api/settings", { token, body: { signUp: options.signUp ?? "open" } });
  Object.assign(provider.people, { ada });
  provider.subject = "ada";
  return {
    plumb,
    provider,
    token,
    projectId,
    async [Symbol.asyncDispose]() {
      await plumb[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

/** Sends a GET request with the cookie and returns the redirect target and the new cookie. */
async function visit({ plumb }: Pick<Fixtures, "plumb">, url: string, cookie = "") {
  const response = await plumb.app.inject({ method: "GET", url, headers: { cookie } });
  expect(response.statusCode).toBe(302);
  const set = response.headers["set-cookie"];
  return {
    location: String(response.headers.location),
    search: Object.fromEntries(new URL(String(response.headers.location), "http://plumb.test").searchParams),
    set: typeof set === "string" ? set : undefined,
    cookie: typeof set === "string" ? (set.split(";")[0] ?? "") : cookie,
  };
}

async function throughProvider(fixtures: Fixtures, start = "/api/auth/oidc/start") {
  const started = await visit(fixtures, start);
  const back = await fixtures.provider.signIn(started.location);
  return { begun: started, back: back.pathname + back.search };
}

/** Signs in at the provider and returns the redirect to the sign-in page. */
async function arrive(fixtures: Fixtures, start?: string) {
  const { begun, back } = await throughProvider(fixtures, start);
  return visit(fixtures, back, begun.cookie);
}

async function exchange({ plumb }: Pick<Fixtures, "plumb">, code: string | undefined, cookie: string) {
  const response = await plumb.app.inject({
    method: "POST",
    url: "/api/auth/oidc/exchange",
    headers: { cookie },
    payload: { code },
  });
  return {
    status: response.statusCode,
    body: response.json<{ token?: string; user?: { id: number; role: string } }>(),
  };
}

async function signIn(fixtures: Fixtures) {
  const { search, cookie } = await arrive(fixtures);
  return exchange(fixtures, search["oidc"], cookie);
}

async function entries({ plumb, token }: Fixtures, action: string) {
  const { body } = await call<{ data: Record<string, unknown>[] }>(plumb, "GET", `/api/audit?action=${action}`, {
    token,
  });
  return body.data;
}

test.for(["a secret between the two", undefined])(
  "a new user signs in, with the client's secret %s",
  async (secret) => {
    await using fixtures = await createFixtures({ secret });
    const { plumb, provider } = fixtures;
    const config = await call(plumb, "GET", "/api/public/config");
    expect(config.body).toMatchObject({ data: { oidc: { name: "Acme" } } });
    const { begun, back } = await throughProvider(fixtures, "/api/auth/oidc/start?redirect=%2Freports%2F7%3Fq%3Da");
    expect(Object.fromEntries(new URL(begun.location).searchParams)).toMatchObject({
      response_type: "code",
      client_id: "plumb",
      redirect_uri: client.redirectUri,
      scope: "openid email profile",
      code_challenge_method: "S256",
      state: expect.stringMatching(/.{40}/) as unknown,
      nonce: expect.stringMatching(/.{40}/) as unknown,
    });
    expect(begun.set).toMatch(/; Path=\/api\/auth\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const arrived = await visit(fixtures, back, begun.cookie);
    expect(arrived.search).toEqual({
      oidc: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      redirect: "/reports/7?q=a",
    });
    const signed = await exchange(fixtures, arrived.search["oidc"], arrived.cookie);
    expect(signed).toMatchObject({
      status: 200,
      body: { success: true, user: { email: ada.email, username: ada.email, name: ada.name, role: "USER" } },
    });
    expect((await call(plumb, "GET", "/api/projects", { token: signed.body.token ?? "" })).status).toBe(200);
    const target = { actorEmail: ada.email, targetName: ada.email };
    expect(await entries(fixtures, "user.created")).toMatchObject([
      { ...target, detail: { issuer: provider.issuer, role: "USER" } },
      { targetName: "admin@example.test" },
    ]);
    expect(await entries(fixtures, "user.signed_in")).toMatchObject([
      { ...target, detail: { issuer: provider.issuer } },
    ]);
  },
);

test("a returning user keeps their account, whatever their address is", async () => {
  await using fixtures = await createFixtures();
  const first = await signIn(fixtures);
  Object.assign(fixtures.provider.people, { ada: { email: "countess@example.test", email_verified: false } });
  expect((await signIn(fixtures)).body.user).toEqual(first.body.user);
  expect(await countRows(fixtures.plumb.context.db, "identity")).toBe(1);
});

test("two concurrent first sign-ins create one account", async () => {
  await using fixtures = await createFixtures();
  const [first, second] = await Promise.all([signIn(fixtures), signIn(fixtures)]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.user?.id).toBe(first.body.user?.id);
});

test("a code works once, for one minute, and only in the browser that received it", async () => {
  await using fixtures = await createFixtures();
  const { search, cookie } = await arrive(fixtures);
  const other = await arrive(fixtures);
  const refused = { status: 401, body: { error: "This sign-in has expired or has already been used. Sign in again." } };
  expect(await exchange(fixtures, search["oidc"], "")).toMatchObject(refused);
  expect(await exchange(fixtures, search["oidc"], other.cookie)).toMatchObject(refused);
  const twice = await Promise.all([
    exchange(fixtures, search["oidc"], cookie),
    exchange(fixtures, search["oidc"], cookie),
  ]);
  expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([200, 401]));
  fixtures.plumb.time.now = new Date(fixtures.plumb.time.now.getTime() + 60_000);
  expect(await exchange(fixtures, other.search["oidc"], other.cookie)).toMatchObject(refused);
});

test("the callback works once, within ten minutes, in the browser and for the sign-in that started it", async () => {
  await using fixtures = await createFixtures();
  const expired = { oidcError: "expired" };
  const one = await throughProvider(fixtures);
  const two = await throughProvider(fixtures);
  expect((await visit(fixtures, one.back)).search).toEqual(expired);
  expect((await visit(fixtures, one.back, "plumb_oidc=forged")).search).toEqual(expired);
  expect((await visit(fixtures, "/api/auth/oidc/callback", one.begun.cookie)).search).toEqual(expired);
  // A superseded tab does not affect the sign-in of the other tab.
  const overtaken = await visit(fixtures, one.back, two.begun.cookie);
  expect(overtaken).toMatchObject({ search: expired, set: undefined });
  const arrived = await visit(fixtures, two.back, two.begun.cookie);
  expect(arrived.search).toHaveProperty("oidc");
  expect((await visit(fixtures, two.back, arrived.cookie)).search).toEqual(expired);
  // The provider accepts a code once, even with the old cookie.
  expect((await visit(fixtures, two.back, two.begun.cookie)).search).toEqual({ oidcError: "failed" });
  fixtures.plumb.time.now = new Date(fixtures.plumb.time.now.getTime() + 600_000);
  expect((await visit(fixtures, one.back, one.begun.cookie)).search).toEqual(expired);
});

test.for([
  ["open", "no verified address", { ...ada, email_verified: false }, "unverified"],
  ["open", "an address that nothing is said of", { email: ada.email }, "unverified"],
  ["open", "no address", { email_verified: true }, "unverified"],
  [
    "open",
    "an address with letters that only look like Latin ones",
    { ...ada, email: "аda@example.test" },
    "unverified",
  ],
  ["invitation", "nobody's invitation", ada, "closed"],
  ["off", "nothing to show", ada, "closed"],
] as const)("with sign-up %s, an unknown user with %s is rejected", async ([signUp, , claims, oidcError]) => {
  await using fixtures = await createFixtures({ signUp });
  Object.assign(fixtures.provider.people, { ada: claims });
  expect((await arrive(fixtures, "/api/auth/oidc/start?redirect=/runs")).search).toEqual({
    oidcError,
    redirect: "/runs",
  });
  expect(await countRows(fixtures.plumb.context.db, "user_account")).toBe(1);
  expect(await countRows(fixtures.plumb.context.db, "identity")).toBe(0);
});

test("an invitation allows sign-up that requires one, and is accepted with its role and its project", async () => {
  await using fixtures = await createFixtures({ signUp: "invitation" });
  const { plumb, token, projectId } = fixtures;
  const invite = (body: object) =>
    call(plumb, "POST", "/api/invitations/create", { token, body: { email: "Ada@example.test", ...body } });
  expect((await invite({ projectId, projectRoleId: 3 })).status).toBe(200);
  const signed = await signIn(fixtures);
  expect(signed).toMatchObject({ status: 200, body: { user: { role: "USER" } } });
  const projects = await call(plumb, "GET", "/api/projects", { token: signed.body.token ?? "" });
  expect(projects.body).toMatchObject({ data: [{ id: projectId }] });
  expect(await entries(fixtures, "invitation.accepted")).toMatchObject([{ actorEmail: "Ada@example.test", projectId }]);
  const sent = await call(plumb, "GET", "/api/notifications", { token });
  expect(JSON.stringify(sent.body)).toContain("accepted");
});

test("an invitation of a former administrator allows no sign-up", async () => {
  await using fixtures = await createFixtures({ signUp: "invitation" });
  const { plumb, token } = fixtures;
  const former = await seedPerson(plumb, "former", { role: "ADMIN" });
  await call(plumb, "POST", "/api/invitations/create", {
    token: former.token,
    body: { email: ada.email, roleId: 2 },
  });
  await call(plumb, "PUT", `/api/users/${former.id}`, { token, body: { role: "USER" } });
  expect((await arrive(fixtures)).search).toEqual({ oidcError: "closed" });
  await call(plumb, "PUT", "/api/settings", { token, body: { signUp: "open" } });
  expect((await signIn(fixtures)).body.user?.role).toBe("USER");
});

test("an invited user becomes an administrator, but a claim of the provider is not enough", async () => {
  await using fixtures = await createFixtures();
  const { plumb, provider, token } = fixtures;
  await call(plumb, "POST", "/api/invitations/create", { token, body: { email: ada.email, roleId: 2 } });
  const eve = { email: "eve@example.test", email_verified: true, name: "ADMIN", role: "ADMIN", roles: ["ADMIN"] };
  Object.assign(provider.people, { eve });
  expect((await signIn(fixtures)).body.user?.role).toBe("ADMIN");
  provider.subject = "eve";
  expect((await signIn(fixtures)).body.user?.role).toBe("USER");
});

test("if sign-up is off, an invitation creates no account and stays pending", async () => {
  await using fixtures = await createFixtures({ signUp: "off" });
  const { plumb, token, projectId } = fixtures;
  await call(plumb, "POST", "/api/invitations/create", {
    token,
    body: { email: ada.email, projectId, projectRoleId: 3 },
  });
  expect((await arrive(fixtures)).search).toEqual({ oidcError: "closed" });
  expect(await entries(fixtures, "invitation.accepted")).toEqual([]);
});

test("links an account with the verified address, and ends a password that its owner may not have chosen", async () => {
  await using fixtures = await createFixtures({ signUp: "off" });
  const { plumb } = fixtures;
  // An account created by someone who entered the address of another user.
  const squatter = await seedPerson(plumb, "ada");
  const signed = await signIn(fixtures);
  expect(signed.body.user?.id).toBe(squatter.id);
  expect((await call(plumb, "GET", "/api/projects", { token: squatter.token })).status).toBe(401);
  expect(await entries(fixtures, "identity.linked")).toMatchObject([
    { targetName: ada.email, detail: { passwordRemoved: true } },
  ]);
  const login = await call(plumb, "POST", "/api/auth/login", { body: { username: ada.email, password: "none" } });
  expect(login).toMatchObject({ status: 401, body: { error: "The email address, user name or password is wrong." } });
  const change = { currentPassword: "none", newPassword: "another horse", confirmPassword: "another horse" };
  const changed = await call(plumb, "PUT", "/api/profile/password", { token: signed.body.token ?? "", body: change });
  expect(changed).toMatchObject({ status: 400, body: { error: expect.stringMatching(/has no password/) as unknown } });
});

test("users who verified their address through an invitation, and administrators, keep their password", async () => {
  await using fixtures = await createFixtures({ signUp: "invitation" });
  const { plumb, provider, token } = fixtures;
  const sent = await call<{ data: { link: string } }>(plumb, "POST", "/api/invitations/create", {
    token,
    body: { email: ada.email, roleId: 1 },
  });
  const path = `/api/invitations/${sent.body.data.link.split("/").at(-1)}/accept`;
  expect((await call(plumb, "POST", path, { body: { name: "Ada", password: "secret staple" } })).status).toBe(200);
  Object.assign(provider.people, { root: { email: "admin@example.test", email_verified: true } });
  for (const [subject, username, password] of [
    ["ada", ada.email, "secret staple"],
    ["root", "admin", "correct horse"],
  ] as const) {
    provider.subject = subject;
    expect((await signIn(fixtures)).status).toBe(200);
    expect((await call(plumb, "POST", "/api/auth/login", { body: { username, password } })).status).toBe(200);
  }
});

test("an account with the address is not linked unless the provider has verified it", async () => {
  await using fixtures = await createFixtures();
  await seedPerson(fixtures.plumb, "ada");
  Object.assign(fixtures.provider.people, { ada: { ...ada, email_verified: false } });
  expect((await arrive(fixtures)).search).toEqual({ oidcError: "unverified" });
  expect(await countRows(fixtures.plumb.context.db, "identity")).toBe(0);
});

test("a deactivated account cannot sign in: not by its identity, by its address, or with a pending code", async () => {
  await using fixtures = await createFixtures();
  const { db } = fixtures.plumb.context;
  const signed = await signIn(fixtures);
  const { search, cookie } = await arrive(fixtures);
  await runStatement(db, `update user_account set status = 'deactivated' where id = ${signed.body.user?.id}`);
  expect((await exchange(fixtures, search["oidc"], cookie)).status).toBe(401);
  expect((await arrive(fixtures)).search).toEqual({ oidcError: "deactivated" });
  await runStatement(db, "delete from identity");
  expect((await arrive(fixtures)).search).toEqual({ oidcError: "deactivated" });
  expect(await countRows(db, "identity")).toBe(0);
});

test("on an empty server, the provider does not create an administrator", async () => {
  await using provider = await startOidcProvider({ id: client.id, redirectUri: client.redirectUri });
  await using plumb = await createTestApp({
    oidc: {
      issuer: provider.issuer,
      clientId: client.id,
      clientSecret: undefined,
      name: "Acme",
      scopes: "openid email",
    },
  });
  Object.assign(provider.people, { ada });
  provider.subject = "ada";
  const started = await visit({ plumb }, "/api/auth/oidc/start");
  const back = await provider.signIn(started.location);
  expect((await visit({ plumb }, back.pathname + back.search, started.cookie)).search).toEqual({
    oidcError: "first-admin",
  });
  expect(await countRows(plumb.context.db, "user_account")).toBe(0);
});

test("shows that the provider denied the sign-in, but not the provider's text", async () => {
  await using fixtures = await createFixtures();
  fixtures.provider.subject = null;
  expect((await arrive(fixtures)).location).toBe("/login?oidcError=denied");
});

test("an unreachable provider does not prevent the start, and is tried again on the next sign-in", async () => {
  await using fixtures = await createFixtures();
  const { plumb, provider } = fixtures;
  const issuer = provider.issuer;
  const { begun, back } = await throughProvider(fixtures);
  await provider[Symbol.asyncDispose]();
  // The provider is unreachable first for the tokens, then for the discovery document.
  expect((await visit(fixtures, back, begun.cookie)).search).toEqual({ oidcError: "unreachable" });
  expect((await visit(fixtures, "/api/auth/oidc/start?redirect=/x")).search).toEqual({
    oidcError: "unreachable",
    redirect: "/x",
  });
  await using again = await startOidcProvider({ ...client, port: Number(new URL(issuer).port) });
  Object.assign(again.people, { ada });
  again.subject = "ada";
  expect((await signIn({ ...fixtures, provider: again, plumb })).status).toBe(200);
});

test("all three steps are limited per address", async () => {
  await using fixtures = await createFixtures();
  const steps = [];
  for (let count = 0; count < 51; count += 1)
    steps.push((await visit(fixtures, "/api/auth/oidc/callback")).search["oidcError"]);
  expect(steps.slice(-2)).toEqual(["expired", "rate_limited"]);
  const statuses = [];
  for (let count = 0; count < 51; count += 1) statuses.push((await exchange(fixtures, "x", "")).status);
  expect(statuses.slice(-2)).toEqual([401, 429]);
});
