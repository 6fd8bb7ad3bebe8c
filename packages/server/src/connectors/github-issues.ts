import { jsonAnswer, textOf } from "#connectors/answers.ts";
import { baseUrl, type ConnectorDescription, field } from "#connectors/connector.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

export const githubIssues: ConnectorDescription = {
  id: "github",
  name: "GitHub Issues",
  description: "Create issues from failures in a GitHub repository.",
  version: "1.0.0",
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
      hint: "A fine-grained token for this repository that may read and write issues.",
    }),
  ],
  testNotice: "",
  async test(values, { outgoing }) {
    const repository = (values["repository"] ?? "").trim();
    if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
      throw new OutgoingError("Write the repository as owner/name, for example octocat/hello-world.");
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
      credentials: "GitHub does not accept the access token.",
      rights: "The access token may not read this repository.",
      missing: `GitHub has no repository ${repository}, or the access token may not see it.`,
    });
    if (found["has_issues"] === false) throw new OutgoingError(`Issues are switched off in ${repository}.`);
    return `The repository is ${textOf(found["full_name"], repository)}.`;
  },
};
