import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";
import { MailState } from "./mail-choices.ts";

export const listWeeklyReports = endpoint({
  method: "GET",
  path: "/api/profile/weekly-reports",
  summary: "List the projects whose weekly report is mailed to the caller, by name",
  allow: "user",
  response: success(z.array(z.object({ id: Id, name: z.string() })), { mailState: MailState }),
});

export const subscribeToWeeklyReport = endpoint({
  method: "PUT",
  path: "/api/projects/:projectId/weekly-report",
  summary: "Mail the weekly report of a project to the caller every Monday, or stop that",
  allow: "project:read",
  params: z.object({ projectId: Id }),
  body: z.object({ subscribed: z.boolean() }),
  response: success(z.object({ subscribed: z.boolean() })),
});
