import { CreateProjectForm } from "#features/projects/create-project-form.tsx";
import { usePageTitle } from "#lib/page-title.ts";
import { PageFrame } from "#ui/page-frame.tsx";
import panel from "#ui/panel.module.css";
import { EmptyState } from "#ui/empty-state.tsx";

/** Before there is anything to show: an administrator creates the first project, others are told to ask for one. */
export function FirstProject({ admin }: { readonly admin: boolean }) {
  usePageTitle("Projects");
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
        <CreateProjectForm />
      </div>
    </PageFrame>
  );
}
