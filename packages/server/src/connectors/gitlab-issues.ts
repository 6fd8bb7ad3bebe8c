import { jsonAnswer, textOf } from "#connectors/answers.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { baseUrl } from "#connectors/values.ts";

export const gitlabIssues: ConnectorDescription = {
  id: "gitlab",
  name: "GitLab Issues",
  description: "Coming soon: create issues from failures in a GitLab project, on gitlab.com or your own server.",
  version: "1.0.0",
  used: false,
  category: "bug_tracking",
  website: "https://docs.gitlab.com/user/project/issues/",
  fields: [
    field({ name: "url", label: "GitLab URL", kind: "url", initial: "https://gitlab.com", destination: true }),
    field({
      name: "project",
      label: "Project",
      kind: "text",
      placeholder: "group/project",
      hint: "The path or ID of the project.",
    }),
    field({
      name: "token",
      label: "Access token",
      kind: "secret",
      hint: "A project access token with the api scope.",
    }),
  ],
  testNotice: "",
  async test(values, { outgoing }) {
    const project = (values["project"] ?? "").trim();
    const answer = await outgoing.request({
      method: "GET",
      url: `${baseUrl(values, "url")}/api/v4/projects/${encodeURIComponent(project)}`,
      headers: { "private-token": values["token"] ?? "", accept: "application/json" },
    });
    const found = jsonAnswer("GitLab", answer, {
      credentials: "GitLab rejected the access token.",
      rights: "The access token cannot read this project; it needs the api scope.",
      missing: `GitLab has no project ${project}, or the access token has no access to it.`,
    });
    return `The project is ${textOf(found["name_with_namespace"], project)}.`;
  },
};
