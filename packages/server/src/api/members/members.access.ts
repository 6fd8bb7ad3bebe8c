import {
  addMember,
  changeMember,
  listAssignableMembers,
  listCandidates,
  listMembers,
  removeMember,
} from "@plumb/contract/projects/members.ts";
import { listMemberAccess } from "@plumb/contract/people/created-access.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: listMembers, callers: "readers" },
  {
    endpoint: listMemberAccess,
    callers: "leads",
    sample: async ({ newPerson }) => ({ params: { userId: (await newPerson()).id } }),
  },
  { endpoint: listCandidates, callers: "leads", sample: { query: { search: "a" } } },
  {
    endpoint: addMember,
    callers: "leads",
    audit: ["member.added"],
    sample: async ({ newPerson }) => ({ body: { userId: (await newPerson()).id, roleKey: "VIEWER" } }),
  },
  {
    endpoint: changeMember,
    callers: "leads",
    audit: ["member.changed"],
    sample: async ({ projectId, newPerson }) => ({
      params: { userId: (await newPerson(projectId)).id },
      body: { roleKey: "LEAD" },
    }),
  },
  {
    endpoint: removeMember,
    callers: "leads",
    audit: ["member.removed"],
    sample: async ({ projectId, newPerson }) => ({ params: { userId: (await newPerson(projectId)).id } }),
  },
  { endpoint: listAssignableMembers, callers: "readers" },
];
