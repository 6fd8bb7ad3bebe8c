import { Button, Skeleton } from "@mantine/core";
import type { Project } from "@plumb/contract/projects.ts";
import { useQuery } from "@tanstack/react-query";
import { projectTypes } from "./project-draft.ts";
import styles from "./project-card.module.css";
import { projectStatsQuery } from "./projects.queries.ts";
import { StatusTag } from "./status-tag.tsx";
import { formatCount, formatDay } from "#lib/format.ts";

interface ProjectCardProps {
  readonly project: Project;
  readonly onEdit: () => void;
}

/** A project among those that an administrator manages. */
export function ProjectCard({ project, onEdit }: ProjectCardProps) {
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
        <Fact word="Test runs">
          <TestRuns projectId={project.id} />
        </Fact>
        <Fact word="Kept">{`${settings.retentionDays} ${settings.retentionDays === 1 ? "day" : "days"}`}</Fact>
        <Fact word="Created">{formatDay(createdAt)}</Fact>
      </dl>
      <Button size="compact-sm" variant="default" onClick={onEdit} aria-label={`Edit ${name}`}>
        Edit
      </Button>
    </li>
  );
}

function Fact({ word, children }: { readonly word: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function TestRuns({ projectId }: { readonly projectId: number }) {
  const { data, isError } = useQuery(projectStatsQuery(projectId));
  if (data !== undefined) return formatCount(data.testRuns);
  return isError ? "–" : <Skeleton component="span" display="inline-block" width={28} height={12} />;
}
