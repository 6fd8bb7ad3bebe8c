import type { ShareLink } from "@plumb/contract/projects/share-links.ts";
import { useState } from "react";
import { ShareLinksTable } from "./share-links-table.tsx";

function sampleLink(changes: Partial<ShareLink>): ShareLink {
  return {
    id: 1,
    target: { kind: "report", reportId: 12 },
    title: "#12 of Checkout",
    state: "active",
    createdBy: "Ada Lovelace",
    createdAt: "2030-01-01T10:00:00.000Z",
    expiresAt: "2999-05-01T12:00:00.000Z",
    revokedAt: null,
    lastUsedAt: null,
    uses: 0,
    ...changes,
  };
}

const links = [
  sampleLink({ id: 5, lastUsedAt: "2030-01-02T09:00:00.000Z", uses: 3 }),
  sampleLink({
    id: 4,
    target: { kind: "failure", reportId: 12, resultId: 7 },
    title: `pays with a voucher ${"that has a very long name ".repeat(12)}in #12 of Checkout`,
    state: "revoked",
  }),
  sampleLink({
    id: 3,
    target: { kind: "comparison", baseId: 11, headId: 12 },
    title: "#11 and #12 of بوابة الدفع",
    state: "removed",
  }),
  sampleLink({
    id: 2,
    target: { kind: "week", week: "2030-W01", timeZone: "UTC" },
    title: "Week 2030-W01",
    state: "expired",
    expiresAt: "2030-01-01T12:00:00.000Z",
  }),
  sampleLink({ id: 1, state: "orphaned", createdBy: null }),
];

export const Several = () => {
  const [revoked, setRevoked] = useState(0);
  return (
    <>
      <ShareLinksTable links={links} onRevoke={setRevoked} />
      <output>{revoked}</output>
    </>
  );
};
export const Nothing = () => <ShareLinksTable links={[]} onRevoke={() => {}} />;
