import { jsonAnswer, textOf } from "#connectors/answers.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { baseUrl } from "#connectors/values.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

export const githubIssues: ConnectorDescription = {
  id: "github",
  name: "GitHub Issues",
  description: "Coming soon: create issues from failures in a GitHub repository.",
  version: "1.0.0",
  used: false,
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
    field({ name: "repository", label: "Repository", kind: "text", placeholder: "owner/name" }),
    field({
      name: "token",
      label: "Access token",
      kind: "secret",
      hint: "A fine-grained token that can read and write issues in this repository.",
    }),
  ],
  testNotice: "",
  async test(values, { outgoing }) {
    const repository = (values["repository"] ?? "").trim();
    if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
      throw new OutgoingError("Enter the repository as owner/name, for example octocat/hello-world.");
    const answer = await outgoing.request({
      method: "GET",
      url: `${baseUrl(values, "apiUrl")}/repos/${repository}`,
      headers: {
        authorization: `Bearer ${values["token"]}`,
        accept: "application/vnd.github+json",
        "user-agent": "plumb",
      },
    });
    const found = jsonAnswer("GitHub", answer, {
      credentials: "GitHub rejected the access token.",
      rights: "The access token cannot read this repository.",
      missing: `GitHub has no repository ${repository}, or the access token has no access to it.`,
    });
    if (found["has_issues"] === false) throw new OutgoingError(`Issues are disabled in ${repository}.`);
    return `The repository is ${textOf(found["full_name"], repository)}.`;
  },
};
