import { NetworkError } from "@plumb/client/call-error.ts";
import { useState } from "react";
import { NoticesForm } from "./notices-form.tsx";
import { hostileProfile, sampleProfile } from "./sample-profile.ts";

const nothing = () => undefined;

/** Shows the values that would be sent. */
export function Filled() {
  const [sent, setSent] = useState("");
  return (
    <>
      <NoticesForm
        profile={sampleProfile}
        pending={false}
        error={null}
        onSave={(change) => setSent(JSON.stringify(change))}
      />
      <output>{sent}</output>
    </>
  );
}
export const Saving = () => <NoticesForm profile={sampleProfile} pending error={null} onSave={nothing} />;
export const Failed = () => (
  <NoticesForm
    profile={sampleProfile}
    pending={false}
    error={new NetworkError("plumb.test cannot be reached")}
    onSave={nothing}
  />
);
export const NotConfigured = () => (
  <NoticesForm
    profile={{ ...sampleProfile, mailState: "not-configured" }}
    pending={false}
    error={null}
    onSave={nothing}
  />
);
export const SwitchedOff = () => (
  <NoticesForm
    profile={{ ...sampleProfile, mailState: "switched-off" }}
    pending={false}
    error={null}
    onSave={nothing}
  />
);
/** Values that no form would have sent. */
export const Hostile = () => <NoticesForm profile={hostileProfile} pending={false} error={null} onSave={nothing} />;
