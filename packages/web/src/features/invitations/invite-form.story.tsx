import { useState } from "react";
import { InviteForm, type InviteProject } from "./invite-form.tsx";

const fetched = <Item,>(data: readonly Item[]) => ({ data, isError: false });
const failed = { data: undefined, isError: true };
const systemRoles = fetched([
  { id: 1, key: "USER", name: "User", description: "Can work in the projects they belong to" },
  { id: 2, key: "ADMIN", name: "Administrator", description: "Can do everything in every project" },
]);
const projectRoles = fetched([{ id: 5, key: "LEAD", name: "Lead", description: "Also manages members" }]);
const projects = fetched([
  { id: 7, name: "Web shop" },
  { id: 8, name: "Payments" },
]);

interface FormProps {
  readonly project?: InviteProject;
  readonly mayInviteToSystem?: boolean;
  readonly error?: unknown;
  readonly broken?: boolean;
}

/** Shows the values that would be sent. */
export const Form = ({ project, mayInviteToSystem = true, error = null, broken = false }: FormProps) => {
  const [sent, setSent] = useState("");
  return (
    <div style={{ maxWidth: 400, padding: 16 }}>
      <InviteForm
        project={project}
        mayInviteToSystem={mayInviteToSystem}
        projects={broken ? failed : projects}
        systemRoles={broken ? failed : systemRoles}
        projectRoles={broken ? failed : projectRoles}
        pending={false}
        error={error}
        onSubmit={(invitation) => setSent(JSON.stringify(invitation))}
        onCancel={() => setSent("cancelled")}
      />
      <output>{sent}</output>
    </div>
  );
};
export const OfProject = () => <Form project={{ id: 7, name: "Web shop" }} />;
export const OfLead = () => <Form mayInviteToSystem={false} />;
export const Broken = () => <Form broken />;
export const Refused = () => <Form error={new Error("not for people")} />;
