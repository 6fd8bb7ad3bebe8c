import type { Project } from "@plumb/contract/projects/projects.ts";
import { useNavigate } from "@tanstack/react-router";
import { DeleteProjectForm } from "#features/projects/delete-project-form.tsx";
import { EditProjectForm } from "#features/projects/edit-project-form.tsx";
import { RetentionPanel } from "#features/retention/retention-panel.tsx";
import panel from "#ui/panel.module.css";
import { showSuccess } from "#ui/toast.ts";
import styles from "./project-settings.module.css";

interface ProjectSettingsProps {
  readonly project: Project;
  readonly mayDelete: boolean;
}

/** What leads may change of a project; administrators may delete it as well. */
export function ProjectSettings({ project, mayDelete }: ProjectSettingsProps) {
  const navigate = useNavigate();
  const onDeleted = () => {
    showSuccess(`${project.name} was deleted`);
    void navigate({ to: "/projects" });
  };
  return (
    <div className={styles["settings"]}>
      <div className={`${panel["panel"]} ${styles["form"]}`}>
        <EditProjectForm projectId={project.id} onSaved={({ name }) => showSuccess(`${name} was saved`)} />
      </div>
      <div className={`${panel["panel"]} ${styles["form"]}`}>
        <RetentionPanel projectId={project.id} />
      </div>
      {mayDelete && (
        <section className={`${panel["panel"]} ${styles["form"]} ${styles["danger"]}`} aria-labelledby="danger-zone">
          <h2 id="danger-zone">Danger zone</h2>
          <DeleteProjectForm project={project} onDeleted={onDeleted} />
        </section>
      )}
    </div>
  );
}
