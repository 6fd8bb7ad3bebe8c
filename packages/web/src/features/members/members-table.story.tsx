import { useState } from "react";
import { MembersTable } from "./members-table.tsx";
import { sampleMember } from "./sample-member.ts";

const members = [
  sampleMember({ id: 1, role_key: "LEAD" }),
  sampleMember({ id: 2, name: "Grace Hopper", email: "grace@example.org", role_key: "VIEWER" }),
  sampleMember({ id: 3, name: "Old Hand", email: "old@example.org", active: false }),
];

function Shown({ mayManage }: { readonly mayManage: boolean }) {
  const [done, setDone] = useState("");
  return (
    <>
      <MembersTable
        members={members}
        ownId={1}
        mayManage={mayManage}
        onChange={(id, role) => setDone(`${id} is ${role}`)}
        onRemove={(id) => setDone(`${id} removed`)}
      />
      <output>{done}</output>
    </>
  );
}

export const Managed = () => <Shown mayManage />;
export const ReadOnly = () => <Shown mayManage={false} />;
export const Nobody = () => <MembersTable members={[]} ownId={1} mayManage onChange={() => {}} onRemove={() => {}} />;
export const Hostile = () => (
  <MembersTable
    members={[
      sampleMember({
        name: "<img src=x onerror=\"document.title='pwned'\">".repeat(5),
        email: `${"e".repeat(200)}@x.org`,
      }),
    ]}
    ownId={null}
    mayManage
    onChange={() => {}}
    onRemove={() => {}}
  />
);
