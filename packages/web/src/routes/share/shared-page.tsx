import { Skeleton } from "@mantine/core";
import type { SharedView } from "@plumb/contract/projects/share-links.ts";
import { hashKey, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { Comparison } from "#features/changes/comparison.tsx";
import { SharedHeader } from "#features/share/shared-header.tsx";
import { sharedViewQuery } from "#features/share/share.queries.ts";
import { isUnauthenticated } from "#lib/api/error-text.ts";
import { queryClient } from "#lib/api/query-client.ts";
import { useBrand } from "#lib/session/public-config.ts";
import { usePageTitle } from "#lib/page/page-title.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { WithoutLinks } from "#ui/text/page-link.tsx";
import { SharedFailure } from "./shared-failure.tsx";
import { SharedReport } from "./shared-report.tsx";

const SharedWeek = lazy(async () => ({ default: (await import("#features/trends/shared-week.tsx")).SharedWeek }));

/** Page of a share link: one report, failure, comparison or week, without navigation. */
export function SharedPage() {
  const { data, error, refetch } = useQuery(sharedViewQuery);
  const brand = useBrand();
  useEnd();
  const ended = isUnauthenticated(error);
  return (
    <WithoutLinks value>
      <SharedHeader brand={brand} view={ended ? undefined : data} />
      <main>
        <PageFrame>
          {ended ? (
            <EndedLink />
          ) : data !== undefined ? (
            <Shown view={data} />
          ) : error === null ? (
            <Skeleton height={480} animate={false} aria-label="Loading" />
          ) : (
            <ErrorPanel error={error} fallback="Failed to open the link" onRetry={() => void refetch()} />
          )}
        </PageFrame>
      </main>
    </WithoutLinks>
  );
}

/** Asks for the link again when another request was rejected, so that a page that is open shows that the link has ended. */
function useEnd(): void {
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error") return;
        if (event.query.queryHash === hashKey(sharedViewQuery.queryKey)) return;
        if (isUnauthenticated(event.action.error))
          void queryClient.invalidateQueries({ queryKey: sharedViewQuery.queryKey });
      }),
    [],
  );
}

function EndedLink() {
  usePageTitle("This link has ended");
  return (
    <EmptyState title="This link has ended" heading="h1">
      <p style={{ margin: 0 }}>
        Its end date has passed, someone revoked it, or its content was deleted. If you copied the link, check that it
        is complete.
      </p>
      <p style={{ margin: 0 }}>
        Ask the person who sent it for a new one. If you have an account, sign in to see the content.
      </p>
    </EmptyState>
  );
}

function Shown({ view }: { readonly view: SharedView }) {
  const { target, run, title } = view;
  const { show } = useSearch({ from: "/s/$token" });
  if (target.kind === "report") return <SharedReport reportId={target.reportId} />;
  if (target.kind === "failure") return <SharedFailure {...target} run={run} title={title} />;
  if (target.kind === "comparison")
    return (
      <>
        <PageHeader title="Compare Reports" subtitle="Changes between two reports, test by test" />
        <Comparison
          key={`${target.baseId} ${target.headId}`}
          base={target.baseId}
          head={target.headId}
          show={show}
          onProject={stay}
          missing={<EndedLink />}
        />
      </>
    );
  return (
    <Suspense fallback={<Skeleton height={480} animate={false} />}>
      <SharedWeek filter={target} />
    </Suspense>
  );
}

function stay(): void {
  // This page has no selected project.
}
