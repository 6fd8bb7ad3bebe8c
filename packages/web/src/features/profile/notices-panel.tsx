import type { Profile } from "@plumb/contract/people/profile.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { NoticesForm } from "./notices-form.tsx";
import { useUpdateProfile } from "./profile.queries.ts";
import { WeeklyReportsList } from "./weekly-reports-list.tsx";
import { refusalText } from "#lib/api/error-text.ts";
import { useSubscribeToWeeklyReport, weeklyReportsQuery } from "#lib/api/weekly-reports.ts";
import { showError } from "#ui/feedback/toast.ts";
import panel from "#ui/layout/panel.module.css";

/** Notification settings. */
export function NoticesPanel({ profile, onSaved }: { readonly profile: Profile; readonly onSaved: () => void }) {
  const update = useUpdateProfile();
  const section = useRef<HTMLElement>(null);
  // Links in emails point to this section, which does not exist yet when the browser scrolls to the hash.
  useEffect(() => {
    if (location.hash === "#notifications") section.current?.scrollIntoView();
  }, []);
  const weekly = useQuery(weeklyReportsQuery);
  const subscribe = useSubscribeToWeeklyReport();
  return (
    <section className={panel["panel"]} aria-label="Notifications" id="notifications" ref={section}>
      <div className={panel["head"]}>
        <h2>Notifications</h2>
      </div>
      <NoticesForm
        // Resets the form to the stored values after saving.
        key={JSON.stringify([profile.ownerNotices, profile.ownerNames, profile.mailChoices])}
        profile={profile}
        pending={update.isPending}
        error={update.error}
        onSave={(change) => update.mutate(change, { onSuccess: onSaved })}
      />
      {weekly.data !== undefined && (
        <WeeklyReportsList
          projects={weekly.data.projects}
          pending={subscribe.isPending ? subscribe.variables.projectId : null}
          onUnsubscribe={(projectId) =>
            subscribe.mutate(
              { projectId, subscribed: false },
              { onError: (error) => showError(refusalText(error, "Failed to unsubscribe")) },
            )
          }
        />
      )}
    </section>
  );
}
