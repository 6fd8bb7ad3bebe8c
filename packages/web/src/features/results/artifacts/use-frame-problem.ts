import { useQuery } from "@tanstack/react-query";
import { use, useEffect } from "react";
import { ArtifactAccess } from "./artifact-access.ts";
import { type LoadProblem, loadProblemOf } from "./fetch-artifact.ts";

/**
 * Why a frame would show an error instead of an artifact, which the frame itself does not report; null while there
 * is no problem. An expired link is renewed.
 */
export function useFrameProblem(artifactId: number, url: string): LoadProblem | null {
  const { renew } = use(ArtifactAccess);
  const { data: found } = useQuery({
    queryKey: ["artifact", artifactId, "there", url],
    queryFn: () => loadProblemOf(url),
  });
  // Nothing found is "failed" without a cause: the frame may know better.
  const problem = found === "gone" || found === "expired" ? found : null;
  useEffect(() => {
    if (problem === "expired") renew?.();
  }, [problem, renew]);
  return problem;
}
