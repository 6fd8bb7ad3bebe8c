import { Skeleton } from "@mantine/core";
import type { ProjectState } from "@plumb/contract/projects/project-states.ts";
import { IconCircleCheck } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { projectStatesQuery } from "./project-states.queries.ts";
import { ProjectStatesList } from "./project-states-list.tsx";
import styles from "./project-states-list.module.css";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";

interface ProjectStatesPanelProps {
  readonly search: string;
  readonly admin: boolean;
  /** Menu that pins a project to a board. */
  readonly pin: (project: ProjectState) => ReactNode;
}

/** Projects of the user, those with failures first. */
export function ProjectStatesPanel({ search, admin, pin }: ProjectStatesPanelProps) {
  const failing = useInfiniteQuery({ ...projectStatesQuery("failing", search), placeholderData: keepPreviousData });
  const others = useInfiniteQuery({ ...projectStatesQuery("other", search), placeholderData: keepPreviousData });
  const broken = [failing, others].find((query) => query.isError && query.data === undefined);
  if (broken !== undefined) {
    return (
      <ErrorPanel error={broken.error} fallback="Failed to fetch projects" onRetry={() => void broken.refetch()} />
    );
  }
  if (failing.data === undefined || others.data === undefined) return <Skeleton height={260} />;
  const red = failing.data.pages.flatMap((page) => page.data);
  const rest = others.data.pages.flatMap((page) => page.data);
  if (red.length + rest.length === 0) {
    if (search !== "") {
      return (
        <EmptyState title="No projects found">
          <p style={{ margin: 0 }}>Try a different search term</p>
        </EmptyState>
      );
    }
    return (
      <EmptyState title="No project yet">
        <p style={{ margin: 0 }}>
          {admin
            ? "Create one with “Manage Projects”. A project holds the reports of one product or repository."
            : "You are not a member of any project. Ask an administrator to add you to one."}
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      {red.length > 0 ? (
        <>
          <ProjectStatesList title="Failing now" projects={red} pin={pin} />
          <LoadMore pages={failing} failure="Failed to fetch projects" />
        </>
      ) : (
        // Projects without a finished run are neither healthy nor failing.
        search === "" &&
        rest.some(({ suites }) => suites > 0) && (
          <p className={styles["green"]}>
            <IconCircleCheck size={17} aria-hidden />
            No projects are failing
          </p>
        )
      )}
      {rest.length > 0 && (
        <ProjectStatesList title={red.length > 0 ? "Other projects" : "Projects"} projects={rest} pin={pin} />
      )}
      <LoadMore pages={others} failure="Failed to fetch projects" />
    </>
  );
}
