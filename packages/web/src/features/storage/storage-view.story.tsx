import type { ProjectStorage, StorageLimit } from "@plumb/contract/projects/storage.ts";
import { useState } from "react";
import { StorageLimitForm } from "./storage-limit-form.tsx";
import { StorageView } from "./storage-view.tsx";

const base: ProjectStorage = {
  usedBytes: 12_300_000_000,
  files: 4211,
  limit: "default",
  limitBytes: 100_000_000_000,
  defaultLimitBytes: 100_000_000_000,
};

function Administered({ storage }: { readonly storage: ProjectStorage }) {
  const [saved, setSaved] = useState<StorageLimit | null>(null);
  return (
    <>
      <StorageView storage={storage}>
        <StorageLimitForm storage={storage} saving={false} error={null} onSave={setSaved} />
      </StorageView>
      <output>{saved}</output>
    </>
  );
}

export const ForLeads = () => <StorageView storage={base} />;
export const Empty = () => <StorageView storage={{ ...base, usedBytes: 0, files: 0 }} />;
export const NearlyFull = () => <StorageView storage={{ ...base, usedBytes: 84_000_000_000 }} />;
export const Full = () => <StorageView storage={{ ...base, usedBytes: 104_000_000_000, files: 1 }} />;
export const NoLimit = () => <StorageView storage={{ ...base, limit: "none", limitBytes: null }} />;
export const ForAdministrators = () => <Administered storage={base} />;
export const OwnLimit = () => <Administered storage={{ ...base, limit: 2_500_000_000, limitBytes: 2_500_000_000 }} />;
