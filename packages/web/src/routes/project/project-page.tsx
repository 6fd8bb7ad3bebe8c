import { Button, Skeleton, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ApiKeysPanel } from "#features/api-keys/api-keys-panel.tsx";
import { MembersPanel } from "#features/members/members-panel.tsx";
import { membersQuery } from "#features/members/members.queries.ts";
import { projectQuery } from "#features/projects/projects.queries.ts";
import { selectProject } from "#features/projects/selected-project.ts";
import { ShareLinksPanel } from "#features/share/share-links-panel.tsx";
import { isNotFound } from "#lib/api/error-text.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { usePageTitle } from "#lib/page/page-title.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { projectTabs, type ProjectTab } from "./project-search.ts";
import { ProjectInvitations } from "./project-invitations.tsx";
import { ProjectSettings } from "./project-settings.tsx";

const route = getRouteApi("/guarded/projects/$projectId");

/** Page of a project with its members, keys and, for leads, settings. */
export function ProjectPage() {
  const { projectId } = route.useParams();
  const id = Number(projectId);
  return Number.isSafeInteger(id) && id > 0 ? <OneProject key={id} id={id} /> : <NoSuchProject />;
}

function OneProject({ id }: { readonly id: number }) {
  const project = useQuery(projectQuery(id));
  const { data: account } = useQuery(ownAccountQuery);
  const members = useQuery(membersQuery(id));
  const { tab = "members", invitations } = route.useSearch();
  const navigate = route.useNavigate();
  usePageTitle(project.data?.name ?? "Project");
  if (project.isError && isNotFound(project.error)) return <NoSuchProject />;
  if (project.isError && project.data === undefined) {
    return (
      <PageFrame title="Project">
        <ErrorPanel
          error={project.error}
          fallback="Failed to load the project"
          onRetry={() => void project.refetch()}
        />
      </PageFrame>
    );
  }
  if (project.data === undefined || account === undefined) {
    return (
      <PageFrame>
        <Skeleton height={48} width={280} mb={18} />
        <Skeleton height={300} />
      </PageFrame>
    );
  }
  const { name, description } = project.data;
  const role = members.data?.find((member) => member.id === account.id)?.role_key;
  const isAdmin = account.role === "ADMIN";
  const mayManage = isAdmin || role === "LEAD";
  const mayTriage = mayManage || role === "USER";
  const onTab = (value: string | null) => {
    const next = projectTabs.find((known) => known === value) ?? "members";
    void navigate({ search: next === "members" ? {} : { tab: next }, replace: true });
  };
  return (
    <PageFrame
      title={name}
      subtitle={description}
      actions={
        <Button component={Link} to="/" variant="default" onClick={() => selectProject(id)}>
          Open dashboard
        </Button>
      }
    >
      <Tabs value={tab} onChange={onTab} keepMounted={false}>
        <Tabs.List mb={14}>
          <Tabs.Tab value={"members" satisfies ProjectTab}>Members</Tabs.Tab>
          <Tabs.Tab value={"api-keys" satisfies ProjectTab}>API keys</Tabs.Tab>
          {mayTriage && <Tabs.Tab value={"share-links" satisfies ProjectTab}>Share links</Tabs.Tab>}
          <Tabs.Tab value={"settings" satisfies ProjectTab}>Settings</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="members">
          <MembersPanel projectId={id} mayManage={mayManage} />
          {mayManage && (
            <ProjectInvitations
              project={project.data}
              status={invitations}
              onStatus={(status) =>
                void navigate({ search: { invitations: status }, replace: true, resetScroll: false })
              }
            />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="api-keys">{mayManage ? <ApiKeysPanel project={project.data} /> : <ForLeads />}</Tabs.Panel>
        <Tabs.Panel value="share-links">{mayTriage && <ShareLinksPanel projectId={id} />}</Tabs.Panel>
        <Tabs.Panel value="settings">
          {mayManage ? <ProjectSettings project={project.data} isAdmin={isAdmin} /> : <ForLeads />}
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  );
}

function ForLeads() {
  return (
    <EmptyState title="Only for leads of this project">
      <p style={{ margin: 0 }}>Ask a lead of this project (see the Members tab) or an administrator.</p>
    </EmptyState>
  );
}

function NoSuchProject() {
  usePageTitle("Project Not Found");
  return (
    <PageFrame>
      <EmptyState title="Project Not Found" heading="h1">
        <p style={{ margin: 0 }}>This project does not exist, or you are not a member of it.</p>
        <Link to="/projects">Show all projects</Link>
      </EmptyState>
    </PageFrame>
  );
}
