import { NetworkError } from "@plumb/client/call-error.ts";
import { useState } from "react";
import { ProfileForm } from "./profile-form.tsx";
import { hostileProfile, sampleProfile } from "./sample-profile.ts";

const nothing = () => undefined;

/** Shows the values that would be sent. */
export function Editing() {
  const [sent, setSent] = useState("");
  return (
    <>
      <ProfileForm
        profile={sampleProfile}
        pending={false}
        error={null}
        onSave={(change) => setSent(JSON.stringify(change))}
        onCancel={() => setSent("cancelled")}
      />
      <output>{sent}</output>
    </>
  );
}
export const Saving = () => (
  <ProfileForm profile={sampleProfile} pending error={null} onSave={nothing} onCancel={nothing} />
);
export const Failed = () => (
  <ProfileForm
    profile={sampleProfile}
    pending={false}
    error={new NetworkError("plumb.test cannot be reached")}
    onSave={nothing}
    onCancel={nothing}
  />
);
/** Values that no form would have sent. */
export const Hostile = () => (
  <ProfileForm profile={hostileProfile} pending={false} error={null} onSave={nothing} onCancel={nothing} />
);
