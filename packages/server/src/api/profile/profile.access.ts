import {
  changePassword,
  listSessions,
  readProfile,
  revokeOtherSessions,
  revokeSession,
  updateProfile,
} from "@plumb/contract/people/profile.ts";
import { deleteAvatar, readAvatar, uploadAvatar } from "@plumb/contract/people/avatar.ts";
import { listWeeklyReports, subscribeToWeeklyReport } from "@plumb/contract/people/weekly-reports.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: readProfile, callers: "accounts" },
  { endpoint: updateProfile, callers: "accounts", audit: "personal", sample: { body: { bio: "" } } },
  // 400: allowed, but the form has no file.
  { endpoint: uploadAvatar, callers: "accounts", status: 400, audit: "personal" },
  { endpoint: deleteAvatar, callers: "accounts", audit: "personal" },
  // The name authorises the request; this one does not exist.
  { endpoint: readAvatar, callers: "everyone", status: 404, sample: { params: { name: "nobodys-picture-at-all" } } },
  // 400: allowed, but the form has no password.
  { endpoint: changePassword, callers: "accounts", status: 400, audit: ["password.changed"], sample: { body: {} } },
  { endpoint: listSessions, callers: "accounts" },
  { endpoint: listWeeklyReports, callers: "accounts" },
  { endpoint: subscribeToWeeklyReport, callers: "viewers", audit: "personal", sample: { body: { subscribed: true } } },
  { endpoint: revokeOtherSessions, callers: "accounts", audit: ["session.ended"] },
  // 404: a session of another user.
  { endpoint: revokeSession, callers: "accounts", status: 404, audit: ["session.ended"] },
];
