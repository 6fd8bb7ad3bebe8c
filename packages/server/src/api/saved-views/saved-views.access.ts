import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from "@plumb/contract/projects/saved-views.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  // API keys cannot save views, because they have no account.
  { endpoint: listSavedViews, callers: "viewers" },
  {
    endpoint: createSavedView,
    callers: "viewers",
    audit: "personal",
    sample: { body: { name: "Red", search: { status: ["failed"] } } },
  },
  // 404: a view of another user.
  {
    endpoint: updateSavedView,
    callers: "viewers",
    status: 404,
    audit: "personal",
    sample: { body: { name: "Green" } },
  },
  { endpoint: deleteSavedView, callers: "viewers", status: 404, audit: "personal" },
];
