import { z } from "zod";
import type { GitlabApi } from "./api.ts";
import { callApi } from "#connectors/service-api.ts";
import { boundedList } from "#outgoing/bounded-list.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

const Access = z.object({ access_level: z.number() }).nullish();

export const Project = z.object({
  name_with_namespace: z.string(),
  issues_access_level: z.string().optional(),
  /** Empty for members of invited groups, and for administrators. */
  permissions: z.object({ project_access: Access, group_access: Access }).nullish(),
});

const Token = z.object({ scopes: boundedList(z.string()) });

/**
 * Checks what GitLab reports about the rights of the token.
 *
 * @throws OutgoingError if the token cannot write to the project.
 */
export async function checkWriteAccess(
  api: GitlabApi,
  { permissions }: z.infer<typeof Project>,
  { project, minLevel, role }: { project: string; minLevel: number; role: string },
): Promise<void> {
  const refuse = (missing: string) =>
    new OutgoingError(`The token can read but not write ${project}: it needs the ${missing}.`);
  // Other kinds of tokens have no such page.
  const accept = [400, 401, 403, 404];
  const { body } = await callApi(api, { method: "GET", url: `${api.url}/personal_access_tokens/self`, accept });
  const scopes = Token.safeParse(body).data?.scopes ?? [];
  if (scopes.includes("read_api") && !scopes.includes("api")) throw refuse("scope api");
  const levels = [permissions?.project_access, permissions?.group_access].flatMap((one) => one?.access_level ?? []);
  if (levels.length > 0 && Math.max(...levels) < minLevel) throw refuse(`role ${role}`);
}
