import type { ProjectState } from "@plumb/contract/projects/project-states.ts";
import type { ReactNode } from "react";
import { ProjectStateRow } from "./project-state-row.tsx";
import styles from "./project-states-list.module.css";
import panel from "#ui/layout/panel.module.css";

interface ProjectStatesListProps {
  readonly title: string;
  readonly projects: readonly ProjectState[];
  /** Menu that pins a project to a board. */
  readonly pin?: (project: ProjectState) => ReactNode;
}

/** List of projects under a heading. */
export function ProjectStatesList({ title, projects, pin }: ProjectStatesListProps) {
  return (
    <section className={styles["section"]} aria-label={title}>
      <h2>{title}</h2>
      <ul className={`${panel["panel"]} ${styles["list"]}`} aria-label={title}>
        {projects.map((project) => (
          <ProjectStateRow key={project.id} project={project} pin={pin?.(project)} />
        ))}
      </ul>
    </section>
  );
}
