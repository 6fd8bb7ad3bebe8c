import type { Artifact } from "@plumb/contract/runs/results.ts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { withRowInFront } from "#lib/address/report-search.ts";
import { lazy, type ReactNode, Suspense, useCallback, useMemo } from "react";
import { ArtifactAccess } from "./artifact-access.ts";

const TraceDialog = lazy(async () => ({
  default: (await import("#features/results/trace/trace-dialog.tsx")).TraceDialog,
}));

interface LiveArtifactAccessProps {
  /** The test that the artifacts belong to. */
  readonly resultId: number;
  /** Artifacts from all attempts. */
  readonly artifacts: readonly Artifact[];
  /** Reloads the test with new links. Must be referentially stable. */
  readonly onRenew: () => void;
  readonly children: ReactNode;
}

/** Provides the actions for artifacts in the app: renews links, and keeps the open trace in the URL (`?trace=7`). */
export function LiveArtifactAccess({ resultId, artifacts, onRenew, children }: LiveArtifactAccessProps) {
  const { trace, result } = useSearch({ strict: false });
  const navigate = useNavigate();
  const openTrace = useCallback(
    (artifactId: number | undefined) =>
      void navigate({
        to: ".",
        search: (search) => ({ ...withRowInFront(search, resultId), trace: artifactId }),
        // Opening creates a history entry, so that Back closes the trace.
        replace: artifactId === undefined,
        resetScroll: false,
      }),
    [navigate, resultId],
  );
  const access = useMemo(() => ({ inline: true, renew: onRenew, openTrace }), [onRenew, openTrace]);
  return (
    <ArtifactAccess value={access}>
      {children}
      {trace !== undefined && result === resultId && (
        <Suspense>
          <TraceDialog artifact={artifacts.find(({ id }) => id === trace)} onClose={() => openTrace(undefined)} />
        </Suspense>
      )}
    </ArtifactAccess>
  );
}
