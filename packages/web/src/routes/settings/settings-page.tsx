import { Loader, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { AuditPanel } from "#features/audit/audit-panel.tsx";
import { BackupsPanel } from "#features/backups/backups-panel.tsx";
import { AuditCsvButton } from "#features/exports/csv-button.tsx";
import type { AuditCsv } from "#features/exports/csv-links.ts";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { GeneralPanel } from "#features/settings/general-panel.tsx";
import { LanguageModelPanel } from "#features/settings/language-model-panel.tsx";
import { JobsPanel } from "#features/jobs/jobs-panel.tsx";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { mayInAny } from "#lib/session/permissions.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { AccessDenied } from "#routes/access/access-denied.tsx";
import { type SettingsTab, settingsTabs } from "./settings-search.ts";
import styles from "./settings-page.module.css";
import { UsersTab } from "./users-tab.tsx";
import { ConnectionsTab } from "#routes/project/connections-tab.tsx";
import { NotificationRulesTab } from "#routes/project/notification-rules-tab.tsx";
import { WebhooksTab } from "#routes/project/webhooks-tab.tsx";

const leadTabs: readonly SettingsTab[] = ["users", "connections", "notifications", "webhooks"];
const memberTabs: readonly SettingsTab[] = ["notifications"];
/** Tabs about the selected project. */
const projectTabs: readonly SettingsTab[] = ["connections", "notifications", "webhooks"];
const labels: Readonly<Record<SettingsTab, string>> = {
  general: "General",
  "language-model": "Language model",
  connections: "Connections",
  notifications: "Notifications",
  webhooks: "Webhooks",
  users: "Users",
  audit: "Audit",
  jobs: "Jobs",
  backups: "Backups",
};

/** Settings of this server. Leads see only their projects' settings, and other members only the notification rules. */
export function SettingsPage() {
  const { data: account } = useQuery(ownAccountQuery);
  const { data: projects, isError } = useQuery(projectsQuery);
  const admin = account?.role === "ADMIN";
  if (account !== undefined && !admin && projects === undefined && isError) return <ProjectsFailure />;
  if (account === undefined || (!admin && projects === undefined)) return <Loader m={24} aria-label="Loading" />;
  if (admin) return <SettingsTabs admin tabs={settingsTabs} />;
  if (mayInAny(projects, account, "project:manage")) return <SettingsTabs admin={false} tabs={leadTabs} />;
  if (mayInAny(projects, account, "project:read")) return <SettingsTabs admin={false} tabs={memberTabs} />;
  return <AccessDenied />;
}

function SettingsTabs({ admin, tabs }: { readonly admin: boolean; readonly tabs: readonly SettingsTab[] }) {
  const { tab: tabInUrl = "general" } = useSearch({ from: "/guarded/settings" });
  const navigate = useNavigate({ from: "/settings" });
  const projects = useQuery(projectsQuery);
  const visible = tabs.includes(tabInUrl) ? tabInUrl : (tabs[0] ?? "users");
  return (
    <PageFrame title="Settings">
      <Tabs
        value={visible}
        onChange={(value) => {
          const tab = tabs.find((each) => each === value);
          // Resets the filters, because they belong to the previous tab.
          if (tab !== undefined) void navigate({ search: tab === "general" ? {} : { tab } });
        }}
        keepMounted={false}
      >
        <Tabs.List mb={16} className={styles["tabs"] ?? ""}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {labels[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={visible}>
          {projectTabs.includes(visible) && projects.data === undefined && projects.isError ? (
            <ProjectsFailure />
          ) : (
            <TabContent shown={visible} admin={admin} />
          )}
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  );
}

function TabContent({ shown, admin }: { readonly shown: SettingsTab; readonly admin: boolean }) {
  return (
    <>
      {shown === "general" && <GeneralPanel />}
      {shown === "language-model" && <LanguageModelPanel />}
      {shown === "connections" && <ConnectionsTab />}
      {shown === "notifications" && <NotificationRulesTab />}
      {shown === "webhooks" && <WebhooksTab />}
      {shown === "users" && <UsersTab admin={admin} />}
      {shown === "audit" && <AuditTab />}
      {shown === "jobs" && <JobsTab />}
      {shown === "backups" && <BackupsPanel />}
    </>
  );
}

function ProjectsFailure() {
  const { error, refetch } = useQuery(projectsQuery);
  return <ErrorPanel error={error} fallback="Failed to fetch projects" onRetry={() => void refetch()} />;
}

const auditCsv = (query: AuditCsv) => <AuditCsvButton query={query} />;

function AuditTab() {
  const { data: projects = [], error } = useQuery(projectsQuery);
  useFailureToast(error, "Failed to fetch projects");
  const { actor, action, project, from, until } = useSearch({ from: "/guarded/settings" });
  const navigate = useNavigate({ from: "/settings" });
  return (
    <AuditPanel
      filter={{ actor, action, projectId: project, from, until }}
      onFilter={({ projectId, ...filter }) =>
        void navigate({ search: { tab: "audit", ...filter, project: projectId }, replace: true, resetScroll: false })
      }
      projects={projects}
      csv={auditCsv}
    />
  );
}

function JobsTab() {
  const { jobs = "failed" } = useSearch({ from: "/guarded/settings" });
  const navigate = useNavigate({ from: "/settings" });
  return (
    <JobsPanel
      state={jobs}
      onState={(state) => void navigate({ search: { tab: "jobs", jobs: state }, replace: true, resetScroll: false })}
    />
  );
}
