import type { Project } from "@plumb/contract/projects/projects.ts";
import { useNavigate } from "@tanstack/react-router";
import { DeleteProjectForm } from "#features/projects/delete-project-form.tsx";
import { BadgePanel } from "#features/projects/badge-panel.tsx";
import { EditProjectForm } from "#features/projects/edit-project-form.tsx";
import { PathClassesPanel } from "#features/path-classes/path-classes-panel.tsx";
import { RetentionPanel } from "#features/retention/retention-panel.tsx";
import { StoragePanel } from "#features/storage/storage-panel.tsx";
import panel from "#ui/layout/panel.module.css";
import { showSuccess } from "#ui/feedback/toast.ts";
import styles from "./project-settings.module.css";

interface ProjectSettingsProps {
  readonly project: Project;
  readonly isAdmin: boolean;
}

/** Project settings for leads; administrators can also set the storage limit and delete the project. */
export function ProjectSettings({ project, isAdmin }: ProjectSettingsProps) {
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
        <BadgePanel projectId={project.id} />
      </div>
      <div className={`${panel["panel"]} ${styles["form"]}`}>
        <RetentionPanel projectId={project.id} />
      </div>
      <div className={`${panel["panel"]} ${styles["form"]}`}>
        <StoragePanel projectId={project.id} mayChange={isAdmin} />
      </div>
      <div className={`${panel["panel"]} ${styles["form"]}`}>
        <PathClassesPanel projectId={project.id} />
      </div>
      {isAdmin && (
        <section className={`${panel["panel"]} ${styles["form"]} ${styles["danger"]}`} aria-labelledby="danger-zone">
          <h2 id="danger-zone">Danger zone</h2>
          <DeleteProjectForm project={project} onDeleted={onDeleted} />
        </section>
      )}
    </div>
  );
}
