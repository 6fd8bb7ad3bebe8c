import { listWeeklyReports, subscribeToWeeklyReport } from "@plumb/contract/people/weekly-reports.ts";
import type { Api } from "#http/api.ts";
import { signedIn } from "#http/caller.ts";
import { profileOf } from "#store/people/profiles.ts";
import { setWeeklySubscriber, weeklyProjects } from "#store/people/weekly-mails.ts";

export function weeklyReportRoutes(api: Api<"db">): void {
  api.route(listWeeklyReports, async ({ context: { db }, caller }) => {
    const { user } = signedIn(caller);
    const { mailState } = await profileOf(db, user.id);
    return { data: await weeklyProjects(db, user.id), mailState };
  });

  api.route(subscribeToWeeklyReport, async ({ context: { db }, caller, projectId, body: { subscribed }, now }) => {
    await setWeeklySubscriber(db, { projectId, userId: signedIn(caller).user.id, subscribed, now });
    return { data: { subscribed } };
  });
}
