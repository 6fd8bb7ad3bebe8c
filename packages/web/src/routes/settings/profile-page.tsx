import { ProfilePanel } from "#features/profile/profile-panel.tsx";
import { PageFrame } from "#ui/page-frame.tsx";

/** Who is signed in, as others see them, and what keeps the account safe. */
export function ProfilePage() {
  return (
    <PageFrame title="Profile">
      <ProfilePanel />
    </PageFrame>
  );
}
