import { listOwners } from "@plumb/contract/tests/owners.ts";
import { useQuery } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { useTestOwner } from "./owners.queries.ts";
import { TestOwner } from "./test-owner.tsx";

interface TestOwnerPanelProps {
  readonly projectId: number;
  readonly testId: number;
  readonly owner: string | null;
  readonly mayTriage: boolean;
}

export function TestOwnerPanel({ projectId, testId, owner, mayTriage }: TestOwnerPanelProps) {
  const owners = useQuery({
    queryKey: ["tests", projectId, "owners"],
    queryFn: async ({ signal }) => (await api.call(listOwners, { params: { projectId }, signal })).data,
    enabled: mayTriage,
  });
  const { mutate } = useTestOwner(projectId, testId);
  return (
    <TestOwner
      owner={owner}
      names={(owners.data ?? []).map((each) => each.owner)}
      onChange={mayTriage ? (next) => mutate(next) : undefined}
    />
  );
}
