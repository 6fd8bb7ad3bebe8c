import { counted } from "@plumb/contract/text/counted.ts";
import { z } from "zod";
import { textOf } from "#connectors/responses.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { githubApi } from "./api.ts";
import { isGithubApp, signInToGithub } from "./app.ts";
import { githubCodeHost } from "./code-host.ts";
import { githubTracker } from "./tracker.ts";
import { ignoringCase } from "#connectors/targets.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { accountId } from "#connectors/values.ts";
import type { OutgoingReply } from "#outgoing/outgoing.ts";

/**
 * Classic tokens can have no end. The header is `2026-12-31 23:59:59 UTC`, or has an offset such as `+0200`
 * (https://github.com/google/go-github/issues/2649). An unknown zone counts as UTC, which is right to the day.
 *
 * @see https://docs.github.com/rest/authentication/authenticating-to-the-rest-api
 */
function expirationOf(headers: OutgoingReply["headers"]): Date | null {
  const text = String(headers["github-authentication-token-expiration"] ?? "");
  const [, day, time, zone = ""] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) (\S{1,10})$/.exec(text) ?? [];
  const end = Date.parse(`${day}T${time}${/^[+-]\d{4}$/.test(zone) ? zone : "Z"}`);
  return Number.isNaN(end) ? null : new Date(end);
}

const withApp = { field: "authentication", value: "app" };

export const githubIssues: ConnectorDescription = {
  id: "github",
  name: "GitHub Issues",
  description: "Create issues from failures in a GitHub repository, and follow their state.",
  version: "1.0.0",
  used: true,
  category: "bug_tracking",
  website: "https://github.com/features/issues",
  fields: [
    field({
      name: "apiUrl",
      label: "API URL",
      kind: "url",
      initial: "https://api.github.com",
      hint: "GitHub Enterprise Server: https://your-host/api/v3",
      destination: true,
    }),
    field({
      name: "authentication",
      label: "Authentication",
      kind: "choice",
      initial: "token",
      choices: [
        { value: "token", label: "Access token" },
        { value: "app", label: "GitHub App" },
      ],
    }),
    field({
      name: "token",
      label: "Access token",
      kind: "secret",
      usedWith: { field: "authentication", value: "token" },
      hint: "A fine-grained token that can read and write issues, and pull requests and commit statuses if it comments on pull requests.",
    }),
    field({ name: "appId", label: "App ID", kind: "text", usedWith: withApp }),
    field({
      name: "installationId",
      label: "Installation ID",
      kind: "text",
      usedWith: withApp,
      hint: "The number at the end of the address of its installation.",
    }),
    field({
      name: "privateKey",
      label: "Private key",
      kind: "secret",
      usedWith: withApp,
      hint: "The content of its .pem file.",
    }),
  ],
  testNotice: "",
  signIn: signInToGithub,
  async test(values, { outgoing }) {
    const now = new Date();
    const credentials = await signInToGithub(values, { outgoing, now });
    const api = githubApi({ credentials, outgoing, now });
    if (isGithubApp(values)) {
      const url = `${api.url}/installation/repositories?per_page=1`;
      const list = await callApi(api, { method: "GET", url });
      const { total_count: count } = readAs(api, z.object({ total_count: z.number() }), list.body);
      return {
        message: `Signed in as an app with access to ${counted(count, "repository", "repositories")}.`,
        account: accountId(api.url, "app", values["installationId"] ?? ""),
      };
    }
    const { body } = await callApi(api, { method: "GET", url: `${api.url}/user` });
    const { login } = readAs(api, z.object({ login: z.string() }), body);
    return { message: `Signed in as ${textOf(login, "an account")}.`, account: accountId(api.url, login) };
  },
  async readExpiry(values, { outgoing, now }) {
    // The key of an app does not expire.
    if (isGithubApp(values)) return null;
    const api = githubApi({ credentials: values, outgoing, now });
    const { headers } = await callApi(api, { method: "GET", url: `${api.url}/user` });
    return expirationOf(headers);
  },
  tracker: githubTracker,
  codeHost: githubCodeHost,
  places: {
    label: "Allowed repositories",
    hint: "Repositories that projects may use with this account, one per line. octo/* allows all of octo.",
    placeholder: "octo/shop",
    noun: "repository",
    of: ({ settings }) => [settings["repository"] ?? ""],
    comparable: ignoringCase,
  },
};
