import { Button, CloseButton, TextInput } from "@mantine/core";
import type { Project } from "@plumb/contract/projects/projects.ts";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { ProjectCard } from "./project-card.tsx";
import styles from "./project-cards.module.css";
import { formatCount } from "#lib/format/format.ts";

/** Limits the number of requests, because each card loads its own run count. */
const cardsAtOnce = 24;

interface ProjectCardsProps {
  readonly projects: readonly Project[];
  /** Called only for visible cards, because it may send a request. */
  readonly testRuns: (project: Project) => ReactNode;
  readonly onNew: () => void;
  readonly onEdit: (project: Project) => void;
}

/** All projects as cards, with their total number. */
export function ProjectCards({ projects, testRuns, onNew, onEdit }: ProjectCardsProps) {
  const [requested, setRequested] = useState("");
  const [visible, setVisible] = useState(cardsAtOnce);
  const words = requested.trim().toLowerCase();
  const found = projects.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(words));
  const active = projects.filter(({ status }) => status === "active").length;
  return (
    <>
      <div className={styles["head"]}>
        <dl className={styles["counts"]}>
          <div>
            <dt>Total Projects</dt>
            <dd>{formatCount(projects.length)}</dd>
          </div>
          <div>
            <dt>Active Projects</dt>
            <dd>{formatCount(active)}</dd>
          </div>
        </dl>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
          New Project
        </Button>
      </div>
      {projects.length > cardsAtOnce / 2 && (
        <TextInput
          type="search"
          aria-label="Filter projects"
          placeholder="Filter projects"
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            requested !== "" && <CloseButton size="sm" aria-label="Clear" onClick={() => setRequested("")} />
          }
          value={requested}
          onChange={({ currentTarget }) => {
            setRequested(currentTarget.value);
            setVisible(cardsAtOnce);
          }}
          mb="sm"
        />
      )}
      {found.length === 0 && <p className={styles["none"]}>No projects found</p>}
      <ul className={styles["cards"]} aria-label="Projects">
        {found.slice(0, visible).map((project) => (
          <ProjectCard key={project.id} project={project} testRuns={testRuns(project)} onEdit={() => onEdit(project)} />
        ))}
      </ul>
      {found.length > visible && (
        <Button variant="default" mt="sm" fullWidth onClick={() => setVisible(visible + cardsAtOnce)}>
          {`Show more (${formatCount(found.length - visible)} left)`}
        </Button>
      )}
    </>
  );
}
