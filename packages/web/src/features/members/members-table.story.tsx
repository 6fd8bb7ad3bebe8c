import { useState } from "react";
import { MembersTable } from "./members-table.tsx";
import { sampleMember } from "./sample-member.ts";

const members = [
  sampleMember({ id: 1, role_key: "LEAD" }),
  sampleMember({ id: 2, name: "Grace Hopper", email: "grace@example.org", role_key: "VIEWER" }),
  sampleMember({ id: 3, name: "Old Hand", email: "old@example.org", active: false }),
];

const nothing = () => Promise.resolve();

function Example({ mayManage }: { readonly mayManage: boolean }) {
  const [done, setDone] = useState("");
  return (
    <>
      <MembersTable
        members={members}
        ownId={1}
        mayManage={mayManage}
        onChange={async (id, role) => setDone(`${id} is ${role}`)}
        onRemove={async (id) => setDone(`${id} removed`)}
        question={<p>What they created</p>}
      />
      <output>{done}</output>
    </>
  );
}

export const Managed = () => <Example mayManage />;
export const ReadOnly = () => <Example mayManage={false} />;
export const Nobody = () => <MembersTable members={[]} ownId={1} mayManage onChange={nothing} onRemove={nothing} />;
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
    onChange={nothing}
    onRemove={nothing}
  />
);
