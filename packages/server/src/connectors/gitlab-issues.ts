import { jsonAnswer, textOf } from "#connectors/answers.ts";
import { baseUrl, type ConnectorDescription, field } from "#connectors/connector.ts";

export const gitlabIssues: ConnectorDescription = {
  id: "gitlab",
  name: "GitLab Issues",
  description: "Create issues from failures in a GitLab project, on gitlab.com or a server of your own.",
  version: "1.0.0",
  category: "bug_tracking",
  website: "https://docs.gitlab.com/user/project/issues/",
  fields: [
    field({ name: "url", label: "GitLab URL", kind: "url", initial: "https://gitlab.com", destination: true }),
    field({
      name: "project",
      label: "Project",
      kind: "text",
      placeholder: "group/project",
      hint: "Its path or its id.",
    }),
    field({
      name: "token",
      label: "Access token",
      kind: "secret",
      hint: "A project access token with the scope api.",
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
      credentials: "GitLab does not accept the access token.",
      rights: "The access token may not read this project; it needs the scope api.",
      missing: `GitLab has no project ${project}, or the access token may not see it.`,
    });
    return `The project is ${textOf(found["name_with_namespace"], project)}.`;
  },
};
