import { type PlacedKind, readWhereabouts } from "@plumb/contract/projects/whereabouts.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { selectProject } from "./selected-project.ts";
import { api } from "#lib/api/api.ts";
import { isNotFound } from "#lib/api/error-text.ts";

interface Linked {
  readonly kind: PlacedKind;
  readonly id: number;
  /** The selected one. */
  readonly projectId: number;
  /** Error of the read. */
  readonly error: unknown;
}

/**
 * A link names something by its id alone. Where the selected project does not have it, another one of the reader's may: the shell follows.
 * True until that is known.
 */
export function useFollowedLink({ kind, id, projectId, error }: Linked): boolean {
  const missing = isNotFound(error);
  const { data, isLoading } = useQuery({
    queryKey: ["whereabouts", kind, id],
    queryFn: async ({ signal }) => (await api.call(readWhereabouts, { params: { kind, id }, signal })).data.projectId,
    enabled: missing,
    // Its position never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const other = missing && data !== projectId ? data : undefined;
  useEffect(() => {
    if (other !== undefined) selectProject(other);
  }, [other]);
  return isLoading || other !== undefined;
}
