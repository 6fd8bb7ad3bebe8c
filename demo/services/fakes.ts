import { createHmac } from "node:crypto";
import type { FakeReply } from "../../packages/server/src/testing/fakes/fake-http.ts";
import { createGithubFake } from "../../packages/server/src/testing/fakes/github.ts";
import { createJiraFake } from "../../packages/server/src/testing/fakes/jira.ts";
import { createSlackFake } from "../../packages/server/src/testing/fakes/chat.ts";
import type { ReceivedRequest } from "../../packages/server/src/testing/fake-service.ts";
import { accounts } from "./accounts.ts";
import type { Stored } from "./stored.ts";

/** Answers a request to a service. The path begins with its name, which the service itself does not know. */
export type ServiceHandler = (request: ReceivedRequest) => FakeReply | null;

/** Creates the services of the demo, whose data are `stored`. */
export function createServices(stored: Stored): ServiceHandler {
  const { email, apiToken } = accounts.jira;
  const authorization = `Basic ${Buffer.from(`${email}:${apiToken}`).toString("base64")}`;
  const jira = createJiraFake({ isCloud: true, authorization });
  const slack = createSlackFake(accounts.slack.botToken);
  const github = createGithubFake(accounts.github.token);
  // The fakes change these lists.
  Object.assign(jira.state, { issues: stored.issues });
  Object.assign(slack.state, { posts: stored.posts });
  const { pulls, statuses } = stored;
  github.state.repositories.set(accounts.github.repository, {
    hasIssues: true,
    labels: [],
    issues: [],
    pulls,
    statuses,
  });
  const services: Readonly<Record<string, (request: ReceivedRequest) => FakeReply>> = {
    jira: jira.respond,
    slack: slack.respond,
    github: github.respond,
    hooks: (request) => receiveHook(stored, request),
  };
  return (request) => {
    const [, name = "", path = ""] = /^\/(\w+)(\/.*)$/.exec(request.url) ?? [];
    return services[name]?.({ ...request, url: path }) ?? null;
  };
}

function receiveHook({ hooks }: Stored, { method, headers, body }: ReceivedRequest): FakeReply {
  if (method !== "POST") return { status: 405, body: "" };
  const [, at = "", input = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-plumb-signature"])) ?? [];
  const expected = createHmac("sha256", accounts.webhook.secret).update(`${at}.${body}`).digest("hex");
  hooks.push({
    at: new Date().toISOString(),
    event: String(headers["x-plumb-event"] ?? ""),
    delivery: String(headers["x-plumb-delivery"] ?? ""),
    isSigned: input === expected,
    body,
  });
  return { status: 204, body: "" };
}
