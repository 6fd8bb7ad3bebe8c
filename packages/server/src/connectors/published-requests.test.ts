import { generateKeyPairSync } from "node:crypto";
import { head, token } from "@plumb/code-hosts/testing/fake-host.ts";
import { startAzure, startBitbucket, startGitHub, startGitLab } from "@plumb/code-hosts/testing/fake-hosts.ts";
import { fetchClient } from "@plumb/code-hosts/testing/fetch-client.ts";
import { createBitbucket } from "@plumb/code-hosts/bitbucket.ts";
import type { CodeHost } from "@plumb/code-hosts/code-host.ts";
import { commentKey } from "@plumb/code-hosts/comment-mark.ts";
import { writeToPullRequest } from "@plumb/code-hosts/write-to-pull-request.ts";
import type { SentRequest } from "@plumb/code-hosts/testing/published-api.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { expect, test } from "vitest";
import { connectors } from "./bindings/registry.ts";
import { multipart } from "./multipart.ts";
import { oauthToken } from "./oauth-client.ts";
import type { Connection } from "./offers.ts";
import { createOutgoing } from "#outgoing/outgoing.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { createDiscordFake, createSlackFake, createTeamsFake } from "#testing/fakes/chat.ts";
import type { Fake } from "#testing/fakes/fake-http.ts";
import { createGithubAppFake } from "#testing/fakes/github-app.ts";
import { createTokenFake } from "#testing/fakes/token-endpoint.ts";
import { fullMessage } from "#testing/full-message.ts";
import { publishedApi, type Vendor } from "#testing/published-apis.ts";
import { filled, newTicket, screenshot, startTracker, trackers } from "#testing/trackers.ts";

const tools = { brandName: "Plumb", publicUrl: "https://plumb.example", tester: "ada" };
const outgoing = createOutgoing({ allowPrivateHosts: ["127.0.0.1"] });

/** Calls every function of each tracker of a vendor. Returns the requests. */
async function trackerRequests(vendor: Vendor): Promise<readonly SentRequest[]> {
  const requests: SentRequest[] = [];
  for (const setup of trackers.filter((one) => one.vendor === vendor)) {
    await using far = await startTracker(setup);
    const { tracker, connection } = far;
    await connectors[setup.id].test(connection.credentials, { ...tools, outgoing: connection.outgoing });
    await tracker.testBinding(connection, tools);
    const [field] = await tracker.describe(connection);
    const choice = field?.kind === "choices" ? { [field.id]: field.choices.slice(0, 1).map(({ value }) => value) } : {};
    const { id, key } = await tracker.create(connection, { ...newTicket, fields: choice });
    await tracker.findCreated(connection, "plumb:7:other");
    for (const text of [key, "timeout pay"]) await tracker.find(connection, text);
    await tracker.readOwn(connection, id);
    await tracker.readMany(connection, [id, setup.missingId]);
    await tracker.comment(connection, id, newTicket.description);
    await tracker.hasComment(connection, id, "https://plumb.example/reports/812");
    for (const state of ["closed", "open"] as const) await tracker.changeState(connection, id, state);
    await tracker.attachFile?.(connection, id, screenshot);
    requests.push(...far.received);
  }
  return requests;
}

const hosts = [
  {
    vendor: "github",
    id: "github",
    start: startGitHub,
    address: "apiUrl",
    path: "",
    binding: { repository: "octo/shop" },
  },
  { vendor: "gitlab", id: "gitlab", start: startGitLab, address: "url", path: "", binding: { project: "octo/shop" } },
  {
    vendor: "azure",
    id: "azure-boards",
    start: startAzure,
    address: "organizationUrl",
    path: "/octo",
    binding: { project: "The Shop", repository: "6f1d" },
  },
] as const;

/** Writes, edits and deletes a comment, and sets all states. Returns the requests. */
async function hostRequests(vendor: Vendor): Promise<readonly SentRequest[]> {
  const requests: SentRequest[] = [];
  for (const { id, start, address, path, binding } of hosts.filter((one) => one.vendor === vendor)) {
    await using far = await start();
    const credentials = { [address]: `${far.url}${path}`, token };
    const connection: Connection = { credentials, binding, outgoing, now: new Date() };
    const offer = connectors[id].codeHost;
    if (offer === undefined) throw new Error(`${id} is no code host`);
    await offer.testBinding(connection, tools);
    await writeAll(offer.open(connection, "12"));
    requests.push(...far.received);
  }
  return requests;
}

async function writeAll(host: CodeHost): Promise<void> {
  const status = { name: "Plumb: Shop", description: "1 new", url: "https://plumb.test/reports/1" };
  const key = commentKey({ publicUrl: "https://plumb.test", projectId: 7 });
  for (const [readAt, state] of (["failed", "pending", "passed"] as const).entries()) {
    await writeToPullRequest(host, {
      commit: head,
      comment: { key, text: `Comment ${readAt}`, readAt, mayCreate: true },
      status: { ...status, state },
    });
  }
  const own = (await host.comments()).find(({ isOwn }) => isOwn);
  if (own !== undefined) await host.remove(own.id);
}

async function bitbucketRequests(): Promise<readonly SentRequest[]> {
  await using far = await startBitbucket();
  await writeAll(createBitbucket(fetchClient(far), { workspace: "octo", slug: "shop", pullRequest: "12" }));
  return far.received;
}

/** Calls every function of a channel, once for each way to connect to it. Returns the requests. */
async function channelRequests(
  id: ConnectorId,
  { respond }: Pick<Fake<unknown>, "respond">,
  ways: readonly Readonly<Record<string, string>>[],
): Promise<readonly SentRequest[]> {
  await using far = await startFakeService(respond);
  const { channel, test: testConnector } = connectors[id];
  if (channel === undefined) throw new Error(`${id} has no channel`);
  for (const way of ways) {
    const credentials = filled(way, far.url);
    const binding = { channel: "#qa", mentions: "checkout: 123456789012345678" };
    const connection: Connection = { credentials, binding, outgoing, now: new Date() };
    const mention = channel.mentionOf?.(
      { ...binding, mentions: id === "slack" ? "checkout: S012AB3CD" : binding.mentions },
      ["checkout"],
    );
    const as = {
      mark: "m",
      brandName: "Plumb",
      attachments: [],
      subject: "s",
      leaveUrl: null,
      mention: mention ?? null,
    };
    await testConnector(credentials, { ...tools, outgoing });
    await channel.testBinding(connection, tools);
    await channel.listChannels?.(connection);
    const at = await channel.send(connection, fullMessage, as);
    if (at === null) continue;
    await channel.update?.(connection, at, fullMessage, as);
    await channel.reply?.(connection, at, fullMessage, { ...as, broadcast: true });
  }
  return far.received;
}

async function appRequests(): Promise<readonly SentRequest[]> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const app = { appId: "12", installationId: "345" };
  const { respond } = createGithubAppFake({ ...app, publicKey }, () => new Date());
  await using far = await startFakeService(respond);
  await connectors.github.test({ apiUrl: far.url, authentication: "app", ...app, privateKey }, { ...tools, outgoing });
  return far.received;
}

async function tokenRequests(): Promise<readonly SentRequest[]> {
  const requests: SentRequest[] = [];
  for (const grant of [{}, { refreshToken: "refresh" }]) {
    const client = { clientId: "plumb", clientSecret: "secret", scope: "mail", ...grant };
    await using far = await startFakeService(createTokenFake(client).respond);
    await oauthToken(outgoing, { refreshToken: "", ...client, tokenUrl: `${far.url}/token` });
    requests.push(...far.received);
  }
  return requests;
}

const slackWays = [{ botToken: "xoxb-1", apiUrl: "here/api" }, { webhookUrl: "here/services/T1/B1/x" }];
const requestsOf: Readonly<Record<Vendor, () => Promise<readonly SentRequest[]>>> = {
  github: async () => [
    ...(await trackerRequests("github")),
    ...(await hostRequests("github")),
    ...(await appRequests()),
  ],
  gitlab: async () => [...(await trackerRequests("gitlab")), ...(await hostRequests("gitlab"))],
  azure: async () => [...(await trackerRequests("azure")), ...(await hostRequests("azure"))],
  bitbucket: bitbucketRequests,
  "jira-cloud": () => trackerRequests("jira-cloud"),
  "jira-data-center": () => trackerRequests("jira-data-center"),
  linear: () => trackerRequests("linear"),
  slack: () => channelRequests("slack", createSlackFake("xoxb-1"), slackWays),
  discord: () => channelRequests("discord", createDiscordFake(), [{ webhookUrl: "here/api/webhooks/1/x" }]),
  teams: () => channelRequests("teams", createTeamsFake(), [{ webhookUrl: "here/workflows/1" }]),
  oauth: tokenRequests,
};

/** Sent by `plumb comment` or in special cases. The fakes in the tests of these cases check the requests as well. */
const sentElsewhere = [
  "GET /repos/{owner}/{repo}/pulls",
  "GET /api/v4/projects/{id}/members/all/{user_id}",
  "GET /{organization}/_apis/wit/fields/{fieldNameOrRefName}",
];

test.for(Object.entries(requestsOf) as [Vendor, () => Promise<readonly SentRequest[]>][])(
  "%s: every request conforms to the published API, and every published operation is used",
  async ([vendor, send]) => {
    const api = publishedApi(vendor);
    const requests = await send();
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.flatMap((request) => api.check(request) ?? [])).toEqual([]);
    expect(api.unused().filter((route) => !sentElsewhere.includes(route))).toEqual([]);
  },
);

const [owner, sha] = ["/repos/octo/shop", head];
const [uploads, attachments] = ["/api/v4/projects/1/uploads", "/example/Shop/_apis/wit/attachments"];
const json = { "content-type": "application/json" };
const text = { "content-type": "text/plain" };

function formWith(fieldName: string): Pick<SentRequest, "headers" | "body"> {
  const { type, bytes } = multipart(fieldName, screenshot);
  return { headers: { "content-type": type }, body: bytes.toString() };
}

test.for([
  ["github", { method: "DELETE", url: `${owner}/issues/1/lock`, body: "" }, "is not in github.json"],
  ["github", { method: "GET", url: `${owner}/issues/one`, body: "" }, "path/issue_number must be integer"],
  ["github", { method: "GET", url: `${owner}/issues?state=any`, body: "" }, "query/state must be equal to one of"],
  ["github", { method: "GET", url: `${owner}/issues?colour=red`, body: "" }, "must NOT have additional properties"],
  ["github", { method: "GET", url: "/search/issues", body: "" }, "must have required property 'q'"],
  [
    "github",
    { method: "POST", url: `${owner}/statuses/${sha}`, body: '{"state":"passed"}' },
    "body/state must be equal",
  ],
  ["github", { method: "POST", url: `${owner}/issues`, body: "" }, "no body"],
  ["github", { method: "GET", url: "/user", body: "{}" }, "a body"],
  [
    "github",
    { method: "POST", url: "/graphql", body: '{"query":"{ viewer { email } }"}' },
    'Cannot query field "email"',
  ],
  [
    "linear",
    { method: "POST", url: "/graphql", body: '{"query":"{ issue(id: 1) { id } }"}' },
    "String cannot represent",
  ],
  [
    "linear",
    {
      method: "POST",
      url: "/graphql",
      body: JSON.stringify({
        query: "mutation A($input: CommentCreateInput!) { commentCreate(input: $input) { success } }",
        variables: { input: { text: "no" } },
      }),
    },
    'unknown field "text"',
  ],
  [
    "jira-data-center",
    { method: "POST", url: "/rest/api/2/issue/1/comment", body: '{"body":{"type":"doc","version":1,"content":[]}}' },
    "body/body must be string",
  ],
  [
    "jira-cloud",
    { method: "POST", url: "/rest/api/3/issue/1/comment", body: '{"body":"text"}' },
    "body/body must be object",
  ],
  [
    "discord",
    { method: "POST", url: "/api/v10/webhooks/1/x", body: `{"content":"${"a".repeat(2001)}"}` },
    "more than 2000",
  ],
  [
    "slack",
    { method: "POST", url: "/api/chat.update", body: '{"channel":"C1","ts":"1","unfurl_links":false}' },
    "additional",
  ],
  [
    "jira-cloud",
    { method: "POST", url: "/rest/api/3/issue/1/attachments", ...formWith("file") },
    "required property 'x-atlassian-token'",
  ],
  ["gitlab", { method: "POST", url: uploads, ...formWith("image") }, "required property 'file'"],
  ["gitlab", { method: "POST", url: uploads, ...formWith("file"), headers: text }, "content type text/plain"],
  ["gitlab", { method: "POST", url: uploads, ...formWith("file"), body: "PNG" }, "body must be object"],
  ["azure", { method: "POST", url: `${attachments}?api-version=7.0`, body: "PNG" }, "content type application/json"],
  ["azure", { method: "POST", url: `${attachments}?api-version=7.0`, body: "" }, "no body"],
  [
    "azure",
    {
      method: "PATCH",
      url: "/example/_apis/wit/workitems/1?api-version=7.0",
      headers: { "content-type": "application/json-patch+json" },
      body: '[{"op":"add","path":"/relations/-","value":"https://dev.azure.com/1"}]',
    },
    "body/0/value must be object",
  ],
  [
    "linear",
    { method: "POST", url: "/graphql", body: '{"query":"mutation { fileUpload(size: 3) { success } }"}' },
    'fileUpload(contentType:)" of type "String!" is required',
  ],
] as const)("$0: a wrong request is refused ($2)", ([vendor, request, reason]) => {
  expect(publishedApi(vendor).check({ headers: json, ...request })).toContain(reason);
});
