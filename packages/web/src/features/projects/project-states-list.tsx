import type { ProjectState } from "@plumb/contract/projects/projects.ts";
import { ProjectStateRow } from "./project-state-row.tsx";
import styles from "./project-states-list.module.css";
import panel from "#ui/layout/panel.module.css";

interface ProjectStatesListProps {
  readonly title: string;
  readonly projects: readonly ProjectState[];
}

/** List of projects under a heading. */
export function ProjectStatesList({ title, projects }: ProjectStatesListProps) {
  return (
    <section className={styles["section"]} aria-label={title}>
      <h2>{title}</h2>
      <ul className={`${panel["panel"]} ${styles["list"]}`} aria-label={title}>
        {projects.map((project) => (
          <ProjectStateRow key={project.id} project={project} />
        ))}
      </ul>
    </section>
  );
}
