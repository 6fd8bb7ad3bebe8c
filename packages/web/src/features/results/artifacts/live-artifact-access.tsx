import type { Artifact } from "@plumb/contract/runs/results.ts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useCallback, useMemo } from "react";
import { ArtifactAccess } from "./artifact-access.ts";

const TraceDialog = lazy(async () => ({ default: (await import("./trace-dialog.tsx")).TraceDialog }));

interface LiveArtifactAccessProps {
  /** Of all attempts of the test. */
  readonly artifacts: readonly Artifact[];
  /** Fetches the test with fresh links. Must stay the same function. */
  readonly onRenew: () => void;
  readonly children: ReactNode;
}

/** Artifacts in the product: links are renewed, and the address says which trace is open (`?trace=7`). */
export function LiveArtifactAccess({ artifacts, onRenew, children }: LiveArtifactAccessProps) {
  const { trace } = useSearch({ strict: false });
  const navigate = useNavigate();
  const openTrace = useCallback(
    (artifactId: number | undefined) =>
      void navigate({
        to: ".",
        search: (search) => ({ ...search, trace: artifactId }),
        // Back closes it.
        replace: artifactId === undefined,
        resetScroll: false,
      }),
    [navigate],
  );
  const access = useMemo(() => ({ inline: true, renew: onRenew, openTrace }), [onRenew, openTrace]);
  return (
    <ArtifactAccess value={access}>
      {children}
      {trace !== undefined && (
        <Suspense>
          <TraceDialog artifact={artifacts.find(({ id }) => id === trace)} onClose={() => openTrace(undefined)} />
        </Suspense>
      )}
    </ArtifactAccess>
  );
}
