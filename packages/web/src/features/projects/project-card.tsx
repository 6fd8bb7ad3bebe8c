import { Button } from "@mantine/core";
import type { Project } from "@plumb/contract/projects/projects.ts";
import type { ReactNode } from "react";
import { projectTypes } from "./project-draft.ts";
import styles from "./project-card.module.css";
import { StatusTag } from "./status-tag.tsx";
import { counted, formatDay } from "#lib/format/format.ts";

interface ProjectCardProps {
  readonly project: Project;
  readonly testRuns: ReactNode;
  readonly onEdit: () => void;
}

/** Card of a project in the management dialog of administrators. */
export function ProjectCard({ project, testRuns, onEdit }: ProjectCardProps) {
  const { name, description, type, status, settings, createdAt } = project;
  return (
    <li className={styles["card"]}>
      <div className={styles["head"]}>
        <h3 title={name}>{name}</h3>
        <StatusTag status={status} />
      </div>
      <p className={styles["description"]} title={description}>
        {description}
      </p>
      <dl className={styles["facts"]}>
        <Fact word="Type">{projectTypes.find(({ value }) => value === type)?.label}</Fact>
        <Fact word="Test runs">{testRuns}</Fact>
        <Fact word="Retention">{counted(settings.retentionDays, "day")}</Fact>
        <Fact word="Created">{formatDay(createdAt)}</Fact>
      </dl>
      <Button size="compact-sm" variant="default" onClick={onEdit} aria-label={`Edit ${name}`}>
        Edit
      </Button>
    </li>
  );
}

function Fact({ word, children }: { readonly word: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  );
}
