import { ProfilePanel } from "#features/profile/profile-panel.tsx";
import { PageFrame } from "#ui/layout/page-frame.tsx";

/** Profile and account security of the signed-in user. */
export function ProfilePage() {
  return (
    <PageFrame title="Profile">
      <ProfilePanel />
    </PageFrame>
  );
}
