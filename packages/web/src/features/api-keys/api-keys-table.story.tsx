import { useState } from "react";
import { ApiKeysTable } from "./api-keys-table.tsx";
import { sampleKey } from "./sample-key.ts";

const keys = [
  sampleKey({ id: 1, name: "GitHub Actions", lastUsedAt: "2030-01-02T09:00:00.000Z" }),
  sampleKey({
    id: 2,
    name: "Wall",
    scopes: ["ingest", "read"],
    createdBy: { name: "Old Hand", mayManage: false },
    expiresAt: "2999-05-01T12:00:00.000Z",
  }),
  sampleKey({ id: 3, name: "Spring", scopes: ["read"], createdBy: null, expiresAt: "2001-05-01T12:00:00.000Z" }),
  sampleKey({ id: 4, name: "Leaked", revokedAt: "2030-01-02T09:00:00.000Z" }),
];

export const Several = () => {
  const [revoked, setRevoked] = useState(0);
  return (
    <>
      <ApiKeysTable keys={keys} onRevoke={setRevoked} />
      <output>{revoked}</output>
    </>
  );
};
export const Nothing = () => <ApiKeysTable keys={[]} onRevoke={() => {}} />;
