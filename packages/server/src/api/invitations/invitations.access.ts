import {
  acceptInvitation,
  createInvitation,
  listInvitationRoles,
  listInvitations,
  readInvitation,
  resendInvitation,
  revokeInvitation,
} from "@plumb/contract/people/invitations.ts";
import { type EndpointAccess, inProjectQuery } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  {
    endpoint: createInvitation,
    callers: "inviters",
    audit: ["invitation.created"],
    sample: async ({ projectId, newPerson }) => ({
      body: { email: (await newPerson()).email, projectId, projectRoleId: 3 },
    }),
  },
  { endpoint: listInvitations, callers: "inviters", sample: inProjectQuery },
  { endpoint: listInvitationRoles, callers: "inviters", sample: { query: { scope: "project" } } },
  // The token authorises the request.
  {
    endpoint: readInvitation,
    callers: "everyone",
    sample: async ({ newInvitation }) => ({ params: { token: (await newInvitation()).token } }),
  },
  {
    endpoint: acceptInvitation,
    callers: "everyone",
    audit: ["invitation.accepted"],
    sample: async ({ newInvitation }) => ({
      params: { token: (await newInvitation()).token },
      body: { name: "Ada", password: "secret staple" },
    }),
  },
  {
    endpoint: revokeInvitation,
    callers: "inviters",
    audit: ["invitation.revoked"],
    sample: async ({ newInvitation }) => ({ params: { invitationId: (await newInvitation()).id } }),
  },
  {
    endpoint: resendInvitation,
    callers: "inviters",
    audit: ["invitation.resent"],
    sample: async ({ newInvitation }) => ({ params: { invitationId: (await newInvitation()).id } }),
  },
];
