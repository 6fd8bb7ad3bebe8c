import { Button, FocusTrap, Group, Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { Project } from "@plumb/contract/projects/projects.ts";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { CreateProjectForm } from "./create-project-form.tsx";
import { DeleteProjectForm } from "./delete-project-form.tsx";
import { EditProjectForm } from "./edit-project-form.tsx";
import { ProjectCards } from "./project-cards.tsx";
import { projectsQuery } from "./projects.queries.ts";
import { TestRuns } from "./test-runs.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { showSuccess } from "#ui/feedback/toast.ts";
import { FormDialog } from "#ui/form/form-dialog.tsx";

interface ProjectManagementProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Called with the new project, which should be selected. */
  readonly onCreated: (projectId: number) => void;
}

/** Dialog for administrators with all projects, and forms to create, edit and delete one. */
export function ProjectManagement({ opened, onClose, onCreated }: ProjectManagementProps) {
  const small = useMediaQuery("(width < 720px)", false, { getInitialValueInEffect: false });
  return (
    <FormDialog opened={opened} onClose={onClose} title="Project Management" size={900} fullScreen={small}>
      <FocusTrap.InitialFocus />
      <Views onCreated={onCreated} />
    </FormDialog>
  );
}

function testRuns({ id }: Project): ReactNode {
  return <TestRuns projectId={id} />;
}

type View =
  | { readonly name: "cards" }
  | { readonly name: "new" }
  | { readonly name: "edit" | "delete"; readonly project: Project };

function Views({ onCreated }: Pick<ProjectManagementProps, "onCreated">) {
  const projects = useQuery(projectsQuery);
  const [view, setVisible] = useState<View>({ name: "cards" });
  const [moved, setMoved] = useState(false);
  const setView = (next: View) => {
    setVisible(next);
    setMoved(true);
  };
  const toCards = () => setView({ name: "cards" });
  const done = (message: string) => {
    showSuccess(message);
    toCards();
  };
  return (
    <Focused key={view.name} wanted={moved}>
      {view.name === "cards" && projects.data !== undefined && (
        <ProjectCards
          projects={projects.data}
          testRuns={testRuns}
          onNew={() => setView({ name: "new" })}
          onEdit={(project) => setView({ name: "edit", project })}
        />
      )}
      {view.name === "cards" && projects.data === undefined && projects.isError && (
        <ErrorPanel
          error={projects.error}
          fallback="Failed to fetch projects"
          onRetry={() => void projects.refetch()}
        />
      )}
      {view.name === "cards" && projects.data === undefined && !projects.isError && <Skeleton height={320} />}
      {view.name === "new" && (
        <FormView title="New Project" onBack={toCards}>
          <CreateProjectForm
            onCreated={({ id, name }) => {
              onCreated(id);
              done(`${name} was created`);
            }}
            onCancel={toCards}
          />
        </FormView>
      )}
      {view.name === "edit" && (
        <FormView
          title={`Edit ${view.project.name}`}
          onBack={toCards}
          action={
            <Button
              size="compact-sm"
              variant="subtle"
              color="red.8"
              c="var(--failed-ink)"
              onClick={() => setView({ name: "delete", project: view.project })}
            >
              Delete…
            </Button>
          }
        >
          <EditProjectForm
            projectId={view.project.id}
            onSaved={({ name }) => done(`${name} was saved`)}
            onCancel={toCards}
          />
        </FormView>
      )}
      {view.name === "delete" && (
        <FormView title={`Delete ${view.project.name}`} onBack={toCards}>
          <DeleteProjectForm
            project={view.project}
            onDeleted={() => done(`${view.project.name} was deleted`)}
            onCancel={() => setView({ name: "edit", project: view.project })}
          />
        </FormView>
      )}
    </Focused>
  );
}

/** Takes the focus when it appears, because the focused element disappeared with the previous view. */
function Focused({ wanted, children }: { readonly wanted: boolean; readonly children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted) element.current?.focus();
  }, [wanted]);
  return (
    <div ref={element} tabIndex={-1} style={{ outline: 0 }}>
      {children}
    </div>
  );
}

interface FormViewProps {
  readonly title: string;
  readonly onBack: () => void;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function FormView({ title, onBack, action, children }: FormViewProps) {
  return (
    <>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          c="var(--ink-2)"
          leftSection={<IconArrowLeft size={15} aria-hidden />}
          onClick={onBack}
        >
          All projects
        </Button>
        {action}
      </Group>
      <h3 style={{ margin: "0 0 12px", fontSize: "var(--mantine-font-size-lg)", overflowWrap: "anywhere" }}>{title}</h3>
      {children}
    </>
  );
}
