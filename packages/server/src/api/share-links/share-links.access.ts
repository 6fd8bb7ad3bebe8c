import {
  createShareLink,
  listShareLinks,
  readSharedView,
  revokeShareLink,
} from "@plumb/contract/projects/share-links.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: listShareLinks, callers: "users" },
  {
    endpoint: createShareLink,
    callers: "users",
    audit: ["share_link.created"],
    sample: ({ reportId }) => ({
      body: { target: { kind: "report", reportId }, expiresAt: "2026-03-05T10:00:00.000Z" },
    }),
  },
  {
    endpoint: revokeShareLink,
    callers: "users",
    audit: ["share_link.revoked"],
    sample: async ({ newShareLinkId }) => ({ params: { linkId: await newShareLinkId() } }),
  },
  { endpoint: readSharedView, callers: "shareLinks", shared: true },
];
