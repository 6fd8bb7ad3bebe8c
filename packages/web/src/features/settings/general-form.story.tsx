import { refusedError } from "@plumb/client/call-error.ts";
import type { Settings } from "@plumb/contract/administration/settings.ts";
import { useEffect, useState } from "react";
import { changeOf, GeneralForm, type GeneralValues, useGeneralForm } from "./general-form.tsx";

const settings: Settings = {
  brandName: "Plumb",
  primaryColor: "#6D2366",
  logo: null,
  footer: "Powered by Plumb",
  notifications: { email: true, slack: false, teams: false },
  signUp: "invitation",
  shareLinks: true,
  version: 1,
};

const unchanged: Partial<GeneralValues> = {};

/** Shows the values that would be saved. */
export const Form = ({
  error = null,
  changed = unchanged,
}: {
  readonly error?: unknown;
  readonly changed?: Partial<GeneralValues>;
}) => {
  const form = useGeneralForm(settings, error);
  const [output, setOutput] = useState("");
  const { setValues } = form;
  useEffect(() => setValues(changed), [setValues, changed]);
  return (
    <>
      <GeneralForm
        form={form}
        pending={false}
        onSave={(values) => setOutput(`save ${JSON.stringify(changeOf(settings, values))}`)}
        onLoadTheirs={() => setOutput("theirs")}
        onSaveMine={() => setOutput("mine")}
      />
      <output>{output}</output>
    </>
  );
};
const renamed = { brandName: "Checks" };
const changedMeanwhile = refusedError(409, JSON.stringify({ code: "conflict", error: "Changed" }), null);
export const Conflict = () => <Form changed={renamed} error={changedMeanwhile} />;
const bug = new Error("not for people");
export const Failed = () => <Form error={bug} />;
