import { use, useState } from "react";
import { ArtifactAccess } from "./artifact-access.ts";
import { type LoadProblem, loadProblemOf } from "./fetch-artifact.ts";

/** Watches an `img` or a `video`. `onError` determines why it could not be loaded, and renews an expired link. */
export function useLoadProblem(url: string): { readonly problem: LoadProblem | null; readonly onError: () => void } {
  const { inline, renew } = use(ArtifactAccess);
  const [found, setFound] = useState<{ readonly url: string; readonly problem: LoadProblem } | null>(null);
  const find = async () => {
    const problem = inline ? await loadProblemOf(url) : "failed";
    setFound({ url, problem });
    // A renewed link has a different URL, so each link is renewed only once.
    if (problem === "expired") renew?.();
  };
  return { problem: found?.url === url ? found.problem : null, onError: () => void find() };
}
