import { Center, Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import {
  CatchBoundary,
  type ErrorComponentProps,
  Outlet,
  useNavigate,
  useParams,
  useRouterState,
} from "@tanstack/react-router";
import type { User } from "@plumb/contract/people/auth.ts";
import type { ListedProject } from "@plumb/contract/projects/projects.ts";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { UploadZone } from "#features/uploads/upload-zone.tsx";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { mayIn } from "#lib/session/permissions.ts";
import { readToken, subscribeToken } from "#lib/session/session.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { BrokenPart } from "#ui/layout/part-boundary.tsx";
import { useRouteNeeds } from "#routes/route-needs.ts";

const ExampleNotice = lazy(async () => ({
  default: (await import("#features/projects/example-notice.tsx")).ExampleNotice,
}));
const FirstProject = lazy(async () => ({ default: (await import("./first-project.tsx")).FirstProject }));
const AccessDenied = lazy(async () => ({ default: (await import("./access-denied.tsx")).AccessDenied }));

/** Renders the routed page once the user, their access to the page and the project are known. */
export function GuardedPage() {
  const signedIn = useSyncExternalStore(subscribeToken, readToken) !== null;
  const { data: account } = useQuery(ownAccountQuery);
  const projects = useQuery(projectsQuery);
  const project = useSelectedProject();
  const needs = useRouteNeeds();
  const { projectId } = useParams({ strict: false });
  const navigate = useNavigate();
  // The root explains an ended session on the next page. Requests that fail in between would repeat the message here.
  if (!signedIn || account === undefined) return <Waiting />;
  if (needs.role !== undefined && needs.role !== account.role) {
    return (
      <Suspense fallback={<Waiting />}>
        <AccessDenied />
      </Suspense>
    );
  }
  if (needs.withoutProject === true && (project === undefined || project === null)) return <Page />;
  if (projects.isError && projects.data === undefined) {
    return (
      <ErrorPanel error={projects.error} fallback="Failed to fetch projects" onRetry={() => void projects.refetch()} />
    );
  }
  if (project === undefined) return <Waiting />;
  if (project === null) {
    return (
      <Suspense fallback={<Waiting />}>
        <FirstProject admin={account.role === "ADMIN"} />
      </Suspense>
    );
  }
  // On a project's page, dropped files are uploaded to that project instead of the selected one.
  const viewed = projects.data?.find(({ id }) => String(id) === projectId) ?? project;
  return (
    <UploadZone projectId={viewed.id} projectName={viewed.name} may={uploadRights(viewed, account)}>
      {viewed.settings.example === true && (
        <Suspense>
          <ExampleNotice
            key={viewed.id}
            projectId={viewed.id}
            mayRemove={mayIn(viewed, account, "project:manage")}
            onRemoved={() => void navigate({ to: "/" })}
          />
        </Suspense>
      )}
      <Page />
    </UploadZone>
  );
}

function uploadRights(project: ListedProject, account: User) {
  if (project.settings.example === true) return { upload: false, createKeys: false };
  return { upload: mayIn(project, account, "ingest"), createKeys: mayIn(project, account, "project:manage") };
}

/** Catches errors and missing code, so that the navigation stays usable. */
function Page() {
  const matchId = useRouterState({ select: ({ matches }) => matches.at(-1)?.id ?? "" });
  return (
    <CatchBoundary getResetKey={() => matchId} errorComponent={BrokenPage}>
      <Outlet />
    </CatchBoundary>
  );
}

function BrokenPage(props: ErrorComponentProps) {
  return (
    <PageFrame>
      <BrokenPart {...props} />
    </PageFrame>
  );
}

function Waiting() {
  return (
    <Center h="60vh">
      <Loader aria-label="Loading" />
    </Center>
  );
}
