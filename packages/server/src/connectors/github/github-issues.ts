import { z } from "zod";
import { textOf } from "#connectors/responses.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { githubApi } from "./api.ts";
import { githubCodeHost } from "./code-host.ts";
import { githubTracker } from "./tracker.ts";
import { ignoringCase } from "#connectors/targets.ts";
import { callApi, readAs } from "#connectors/service-api.ts";

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
      name: "token",
      label: "Access token",
      kind: "secret",
      hint: "A fine-grained token that can read and write issues, and pull requests and commit statuses if it comments on pull requests.",
    }),
  ],
  testNotice: "",
  async test(credentials, { outgoing }) {
    const api = githubApi({ credentials, outgoing, now: new Date() });
    const { body } = await callApi(api, { method: "GET", url: `${api.url}/user` });
    const { login } = readAs(api, z.object({ login: z.string() }), body);
    return `Signed in as ${textOf(login, "an account")}.`;
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
