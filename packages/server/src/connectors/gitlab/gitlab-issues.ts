import { z } from "zod";
import { textOf } from "#connectors/responses.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { gitlabApi } from "./api.ts";
import { gitlabCodeHost } from "./code-host.ts";
import { gitlabTracker } from "./tracker.ts";
import { ignoringCase } from "#connectors/targets.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { accountId } from "#connectors/values.ts";

export const gitlabIssues: ConnectorDescription = {
  id: "gitlab",
  name: "GitLab Issues",
  description: "Create issues from failures in a GitLab project, and follow their state.",
  version: "1.0.0",
  used: true,
  category: "bug_tracking",
  website: "https://docs.gitlab.com/user/project/issues/",
  fields: [
    field({ name: "url", label: "GitLab URL", kind: "url", initial: "https://gitlab.com", destination: true }),
    field({
      name: "token",
      label: "Access token",
      kind: "secret",
      hint: "A personal, group or project access token with the scope api.",
    }),
  ],
  testNotice: "",
  async test(credentials, { outgoing }) {
    const api = gitlabApi({ credentials, outgoing, now: new Date() });
    const { body } = await callApi(api, { method: "GET", url: `${api.url}/user` });
    const { id, name } = readAs(api, z.object({ id: z.number(), name: z.string() }), body);
    return { message: `Signed in as ${textOf(name, "an account")}.`, account: accountId(api.url, id) };
  },
  async readExpiry(credentials, { outgoing, now }) {
    const api = gitlabApi({ credentials, outgoing, now });
    // Other kinds of tokens have no such page.
    const accept = [400, 401, 403, 404];
    const { body } = await callApi(api, { method: "GET", url: `${api.url}/personal_access_tokens/self`, accept });
    // Tokens end at midnight UTC: https://docs.gitlab.com/user/profile/personal_access_tokens/
    const day = z.object({ expires_at: z.iso.date() }).safeParse(body).data?.expires_at;
    return day === undefined ? null : new Date(day);
  },
  tracker: gitlabTracker,
  codeHost: gitlabCodeHost,
  places: {
    label: "Allowed projects",
    hint: "Projects that may be used with this account, one per line, as in the connections. shop/* allows all of shop.",
    placeholder: "group/project",
    noun: "project",
    of: ({ settings }) => [settings["project"] ?? ""],
    comparable: ignoringCase,
  },
};
