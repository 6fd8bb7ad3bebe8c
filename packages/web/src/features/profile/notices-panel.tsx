import type { Profile } from "@plumb/contract/people/profile.ts";
import { NoticesForm } from "./notices-form.tsx";
import { useUpdateProfile } from "./profile.queries.ts";
import panel from "#ui/layout/panel.module.css";

/** Notification settings. */
export function NoticesPanel({ profile, onSaved }: { readonly profile: Profile; readonly onSaved: () => void }) {
  const update = useUpdateProfile();
  return (
    <section className={panel["panel"]} aria-label="Notifications" id="notifications">
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
    </section>
  );
}
