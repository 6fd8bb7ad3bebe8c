import { createClient } from "@plumb/client/client.ts";
import { acceptInvitation, createInvitation, listInvitationRoles } from "@plumb/contract/people/invitations.ts";
import { login } from "@plumb/contract/people/auth.ts";
import type { BenchServer } from "./server.ts";

const password = "bench-password";

/** Creates members of a project and returns their session tokens. */
export async function newMembers(server: BenchServer, projectId: number, count: number): Promise<string[]> {
  const { data: roles } = await server.client.call(listInvitationRoles, { query: { scope: "project" } });
  const projectRoleId = roles[0]?.id ?? 0;
  const anyone = createClient({ baseUrl: server.url, token: () => null });
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const email = `member-${projectId}-${index}@plumb.test`;
    const { data } = await server.client.call(createInvitation, { body: { email, projectId, projectRoleId } });
    const token = new URL(data.link).pathname.split("/").at(-1) ?? "";
    await anyone.call(acceptInvitation, { params: { token }, body: { name: `Member ${index}`, password } });
    tokens.push((await anyone.call(login, { body: { username: email, password } })).token);
  }
  return tokens;
}
