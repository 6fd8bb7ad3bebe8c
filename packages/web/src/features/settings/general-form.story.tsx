import { RefusedError } from "@plumb/client/call-error.ts";
import type { Settings, SettingsChange } from "@plumb/contract/administration/settings.ts";
import { useState } from "react";
import { GeneralForm } from "./general-form.tsx";

const settings: Settings = {
  brandName: "Plumb",
  primaryColor: "#6D2366",
  logo: null,
  footer: "Powered by Plumb",
  notifications: { email: true, slack: false, teams: false },
  signUp: "invitation",
  version: 1,
};

/** Says what would be saved. */
export const Form = ({
  error = null,
  change: start = {},
}: {
  readonly error?: unknown;
  readonly change?: SettingsChange;
}) => {
  const [change, setChange] = useState<SettingsChange>(start);
  const [said, setSaid] = useState("");
  return (
    <>
      <GeneralForm
        settings={settings}
        change={change}
        pending={false}
        error={error}
        onChange={setChange}
        onSave={() => setSaid(`save ${JSON.stringify(change)}`)}
        onLoadTheirs={() => setSaid("theirs")}
        onSaveMine={() => setSaid("mine")}
      />
      <output>{said}</output>
    </>
  );
};
export const Conflict = () => (
  <Form
    change={{ brandName: "Checks" }}
    error={
      new RefusedError({
        code: "conflict",
        status: 409,
        message: "Changed",
        incident: null,
        retryAfterMs: null,
        body: null,
      })
    }
  />
);
export const Failed = () => <Form change={{ footer: "" }} error={new Error("not for people")} />;
