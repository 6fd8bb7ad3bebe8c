import { Button, Center, Loader } from "@mantine/core";
import type { Profile } from "@plumb/contract/people/profile.ts";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AvatarField } from "./avatar-field.tsx";
import { NoticesPanel } from "./notices-panel.tsx";
import { PasswordPanel } from "./password-panel.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { ProfileIdentity } from "./profile-identity.tsx";
import styles from "./profile.module.css";
import { profileQuery, useChangeAvatar, useUpdateProfile } from "./profile.queries.ts";
import { ProfileNotFound } from "./profile-not-found.tsx";
import { ProfileView } from "./profile-view.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import { SuccessBanner, useSuccess } from "./success-banner.tsx";
import { useReturnedFocus } from "#lib/keys/returned-focus.ts";
import { isNotFound } from "#lib/api/error-text.ts";
import { displayName } from "#lib/session/shown-name.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import panel from "#ui/layout/panel.module.css";

/** The user's profile: details, password, and sessions. */
export function ProfilePanel() {
  const { data: profile, isError, error, refetch } = useQuery(profileQuery);
  if (profile !== undefined) return <Loaded profile={profile} />;
  if (!isError) {
    return (
      <Center h="40vh">
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  if (isNotFound(error)) return <ProfileNotFound />;
  return <ErrorPanel error={error} fallback="Failed to load profile" onRetry={() => void refetch()} />;
}

function Loaded({ profile }: { readonly profile: Profile }) {
  const success = useSuccess();
  const avatar = useChangeAvatar();
  const name = displayName({ ...profile, displayName: profile.display_name });
  const onAvatar = { onSuccess: () => success.show("Avatar updated successfully!") };
  return (
    <div className={styles["page"]}>
      <SuccessBanner message={success.message} />
      <div className={`${panel["panel"]} ${styles["side"]}`}>
        <ProfileIdentity profile={profile} name={name}>
          <AvatarField
            name={name}
            url={profile.avatarUrl}
            pending={avatar.isPending}
            error={avatar.error?.message ?? null}
            onChoose={(file) => avatar.mutate(file, onAvatar)}
            onRemove={() => avatar.mutate(null, onAvatar)}
          />
        </ProfileIdentity>
      </div>
      <div className={styles["cards"]}>
        <Details profile={profile} onSaved={() => success.show("Profile updated successfully!")} />
        <PasswordPanel email={profile.email} onChanged={() => success.show("Password changed successfully!")} />
        <NoticesPanel profile={profile} onSaved={() => success.show("Notifications updated successfully!")} />
        <SessionsPanel />
      </div>
    </div>
  );
}

/** View mode and edit mode. */
function Details({ profile, onSaved }: { readonly profile: Profile; readonly onSaved: () => void }) {
  const [editing, setEditing] = useState(false);
  const update = useUpdateProfile();
  const editButton = useReturnedFocus(editing);
  const close = () => {
    update.reset();
    setEditing(false);
  };
  const saved = () => {
    close();
    onSaved();
  };
  return (
    <section className={panel["panel"]} aria-label="Details">
      <div className={panel["head"]}>
        <h2>Details</h2>
        {!editing && (
          <Button
            ref={editButton}
            className={panel["right"] ?? ""}
            size="xs"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            Edit Profile
          </Button>
        )}
      </div>
      {editing ? (
        <ProfileForm
          profile={profile}
          pending={update.isPending}
          error={update.error}
          // Unchanged fields are not sent.
          onSave={(change) =>
            Object.keys(change).length === 0 ? saved() : update.mutate(change, { onSuccess: saved })
          }
          onCancel={close}
        />
      ) : (
        <ProfileView profile={profile} />
      )}
    </section>
  );
}
