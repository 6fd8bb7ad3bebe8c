import { useQuery } from "@tanstack/react-query";
import { use, useEffect } from "react";
import { ArtifactAccess } from "./artifact-access.ts";
import { type LoadProblem, loadProblemOf } from "./fetch-artifact.ts";

/**
 * Returns why a frame would show an error instead of an artifact, because frames do not report errors; `null` if there is no
 * problem. Renews an expired link.
 */
export function useFrameProblem(artifactId: number, url: string): LoadProblem | null {
  const { renew } = use(ArtifactAccess);
  const { data: found } = useQuery({
    queryKey: ["artifact", artifactId, "there", url],
    queryFn: () => loadProblemOf(url),
  });
  // "failed" is ignored, because the frame may still load the file.
  const problem = found === "gone" || found === "expired" ? found : null;
  useEffect(() => {
    if (problem === "expired") renew?.();
  }, [problem, renew]);
  return problem;
}
