import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CreateProjectForm } from "#features/projects/create-project-form.tsx";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { selectProject } from "#features/projects/selected-project.ts";
import { usePageTitle } from "#lib/page/page-title.ts";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import panel from "#ui/layout/panel.module.css";
import { EmptyState } from "#ui/feedback/empty-state.tsx";

/** Shown without a selected project. Administrators can create the first project; other users see whom to ask. */
export function FirstProject({ admin }: { readonly admin: boolean }) {
  usePageTitle("Projects");
  const { data: projects = [] } = useQuery(projectsQuery);
  if (projects.length > 0) {
    return (
      <PageFrame title="Projects">
        <EmptyState title="No project is selected">
          <p style={{ margin: 0 }}>None of your projects is active. You can still choose one to read its reports.</p>
          <Button component={Link} to="/projects">
            Show all projects
          </Button>
        </EmptyState>
      </PageFrame>
    );
  }
  if (!admin) {
    return (
      <PageFrame title="Projects">
        <EmptyState title="No project yet">
          <p style={{ margin: 0 }}>You are not a member of any project. Ask an administrator to add you to one.</p>
        </EmptyState>
      </PageFrame>
    );
  }
  return (
    <PageFrame title="Create your first project" subtitle="A project holds the reports of one product or repository.">
      <div className={panel["panel"]} style={{ padding: 20, maxWidth: 480 }}>
        <CreateProjectForm onCreated={({ id }) => selectProject(id)} essential />
      </div>
    </PageFrame>
  );
}
