import { type LocatedKind, locateObject } from "@plumb/contract/projects/locate.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { selectProject } from "./selected-project.ts";
import { api } from "#lib/api/api.ts";
import { isNotFound } from "#lib/api/error-text.ts";

interface Linked {
  readonly kind: LocatedKind;
  readonly id: number;
  /** Selected project. */
  readonly projectId: number;
  /** Error of the request for the linked object. */
  readonly error: unknown;
}

/**
 * Finds the project of a link that contains only an id. If the object is not in the selected project but in another project of the
 * user, this one is selected. Returns true until this is done.
 */
export function useFollowedLink({ kind, id, projectId, error }: Linked): boolean {
  const missing = isNotFound(error);
  const { data, isLoading } = useQuery({
    queryKey: ["locate", kind, id],
    queryFn: async ({ signal }) => (await api.call(locateObject, { params: { kind, id }, signal })).data.projectId,
    enabled: missing,
    // An object never moves to another project.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const other = missing && data !== projectId ? data : undefined;
  useEffect(() => {
    if (other !== undefined) selectProject(other);
  }, [other]);
  return isLoading || other !== undefined;
}
