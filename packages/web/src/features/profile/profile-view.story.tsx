import { ProfileIdentity } from "./profile-identity.tsx";
import { ProfileNotFound } from "./profile-not-found.tsx";
import { ProfileView } from "./profile-view.tsx";
import { emptyProfile, hostileProfile, sampleProfile } from "./sample-profile.ts";

export const Filled = () => <ProfileView profile={sampleProfile} />;
export const Empty = () => <ProfileView profile={emptyProfile} />;
export const Hostile = () => (
  <>
    <ProfileIdentity profile={hostileProfile} name={hostileProfile.display_name}>
      {null}
    </ProfileIdentity>
    <ProfileView profile={hostileProfile} />
  </>
);
export const Identity = () => (
  <ProfileIdentity profile={sampleProfile} name="Ada L.">
    {null}
  </ProfileIdentity>
);
export const NotFound = () => <ProfileNotFound />;
