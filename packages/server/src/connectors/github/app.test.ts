import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { signInToGithub } from "./app.ts";
import { githubIssues } from "./github-issues.ts";
import { githubTracker } from "./tracker.ts";
import { createGithubAppFake } from "#testing/fakes/github-app.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { newTicket, now, towards } from "#testing/trackers.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
});
/** A form removes the line breaks. */
const pasted = privateKey.replaceAll("\n", "");

async function start(change: Readonly<Record<string, string>> = {}) {
  const { state, respond } = createGithubAppFake({ appId: "12", installationId: "345", publicKey }, () => now);
  state.repositories.set("octo/shop", { hasIssues: true, labels: [], issues: [] });
  const far = await startFakeService(respond);
  const values = {
    apiUrl: far.url,
    authentication: "app",
    appId: "12",
    installationId: "345",
    privateKey: pasted,
    ...change,
  };
  const outgoing = towards(far.url);
  const requests = () => far.received.filter(({ url }) => url.startsWith("/app/")).length;
  return {
    state,
    requests,
    values,
    outgoing,
    signIn: () => signInToGithub(values, { outgoing, now }),
    [Symbol.asyncDispose]: () => far[Symbol.asyncDispose](),
  };
}

test("an app creates an issue with the token of its installation, which is used again", async () => {
  await using input = await start();
  for (const title of ["one", "two"]) {
    const credentials = await input.signIn();
    const connection = { credentials, binding: { repository: "octo/shop" }, outgoing: input.outgoing, now };
    await githubTracker.create(connection, { ...newTicket, title });
  }
  expect(input.state.repositories.get("octo/shop")?.issues).toHaveLength(2);
  expect(input.requests()).toBe(1);
});

test.for([-30, -5, 5, 30])("signs in although the clock of this server is wrong by %i minutes", async (minutes) => {
  // As in https://github.com/octokit/auth-app.js/issues/698
  await using input = await start();
  input.state.now = () => new Date(now.getTime() + minutes * 60_000);
  expect(await input.signIn()).toMatchObject({ token: "ghs_1" });
});

test("a token that GitHub refuses is replaced at the next attempt", async () => {
  await using input = await start();
  const credentials = await input.signIn();
  input.state.token = "revoked";
  const connection = { credentials, binding: { repository: "octo/shop" }, outgoing: input.outgoing, now };
  await expect(githubTracker.create(connection, newTicket)).rejects.toThrow("GitHub rejected the access token.");
  const next = { ...connection, credentials: await input.signIn() };
  await githubTracker.create(next, newTicket);
  expect(input.requests()).toBe(2);
});

test("the test of an app counts its repositories", async () => {
  await using input = await start();
  const tools = { outgoing: input.outgoing, brandName: "Plumb", publicUrl: "https://plumb.example", tester: "ada" };
  // The test uses the real time.
  input.state.now = () => new Date();
  expect(await githubIssues.test(input.values, tools)).toMatchObject({
    message: "Signed in as an app with access to 1 repository.",
  });
});

test.for([
  [{ appId: "13" }, "GitHub rejected the app. Check its ID, its private key, and the clock of this server."],
  [{ installationId: "346" }, "GitHub has no such installation of this app. Check its number, and the API URL."],
  [{ installationId: "345/../1" }, "Enter the ID of the app, and the number of its installation."],
  [{ privateKey: "secret" }, "This is not a private key of a GitHub App. Enter the content of its .pem file."],
  [{ authentication: "token" }, "Enter the access token."],
] as const)("the settings %j are explained", async ([change, message]) => {
  await using input = await start(change);
  await expect(input.signIn()).rejects.toThrow(message);
});

test("the access token of a user is not changed", async () => {
  await using input = await start({ authentication: "token", token: "ghp_secret" });
  expect(await input.signIn()).toEqual(input.values);
});
