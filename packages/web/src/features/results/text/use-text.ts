import { useInfiniteQuery } from "@tanstack/react-query";
import { use, useCallback, useEffect, useMemo } from "react";
import { ArtifactAccess } from "#features/results/artifacts/artifact-access.ts";
import { decodeParts } from "./decode-parts.ts";
import { ArtifactError, fetchPart, type LoadProblem, type Part } from "#features/results/artifacts/fetch-artifact.ts";

const partLength = 256 * 1024;

export interface ArtifactText {
  /** Loaded text in pieces; `undefined` before the first. */
  readonly pieces: readonly string[] | undefined;
  /** Number of bytes loaded; `size` is that of the whole file. */
  readonly read: number;
  readonly size: number;
  readonly problem: LoadProblem | null;
  readonly loading: boolean;
  readonly more: () => void;
  readonly retry: () => void;
}

/** Loads the first 256 KiB of an artifact as text, and more on request. Renews an expired link. */
export function useText(artifactId: number, url: string, length = partLength): ArtifactText {
  const { renew } = use(ArtifactAccess);
  const parts = useInfiniteQuery({
    queryKey: ["artifact", artifactId, length],
    queryFn: ({ pageParam, signal }) => fetchPart(url, pageParam, length, signal),
    initialPageParam: 0,
    getNextPageParam: (last: Part, pages: readonly Part[]) => {
      const read = bytesOf(pages);
      return last.bytes.length > 0 && read < last.size ? read : undefined;
    },
    // The content of an artifact never changes.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { error, refetch, fetchNextPage, isFetchNextPageError } = parts;
  const problem = error === null ? null : error instanceof ArtifactError ? error.problem : "failed";
  const again = useCallback(
    () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    [isFetchNextPageError, fetchNextPage, refetch],
  );
  useEffect(() => {
    if (!(error instanceof ArtifactError) || error.problem !== "expired") return;
    if (error.url === url) renew?.();
    else again();
  }, [error, url, renew, again]);
  const pages = parts.data?.pages;
  const pieces = useMemo(
    () => (pages === undefined ? undefined : decodeParts(pages.map(({ bytes }) => bytes))),
    [pages],
  );
  return {
    pieces,
    read: bytesOf(pages ?? []),
    size: pages?.at(-1)?.size ?? 0,
    problem,
    loading: parts.isFetching,
    more: () => void fetchNextPage(),
    retry: again,
  };
}

function bytesOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
