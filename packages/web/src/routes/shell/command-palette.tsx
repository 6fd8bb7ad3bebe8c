import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { PaletteDialog } from "#features/commands/palette-dialog.tsx";
import { PaletteHint } from "#features/commands/palette-hint.tsx";
import type { Section } from "#features/commands/palette-rows.ts";
import { Palette } from "#features/commands/palette.tsx";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { projectSections } from "#features/projects/project-sections.ts";
import { useRecentIds, useSelectedProject } from "#features/projects/selected-project.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { type CommandContext, useCommandSections } from "./command-section.ts";
import { useFoundSections } from "./found-sections.ts";
import { useReportCommand } from "./report-command.ts";
import { useProjectSwitch } from "./use-project-switch.ts";

interface CommandPaletteProps extends CommandContext {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Palette that searches projects, contents of the selected project and commands. */
export function CommandPalette({ opened, onClose, onManageProjects }: CommandPaletteProps) {
  const selected = useSelectedProject();
  // Resets the input if the palette is reopened while it fades out.
  const [visit, setVisit] = useState({ opened, count: 0 });
  if (visit.opened !== opened) setVisit({ opened, count: visit.count + (opened ? 1 : 0) });
  return (
    <PaletteDialog opened={opened} onClose={onClose} title={selected ? "Switch Project" : "Select Project"}>
      <Contents key={visit.count} onClose={onClose} onManageProjects={onManageProjects} />
    </PaletteDialog>
  );
}

function Contents({ onClose, onManageProjects }: Omit<CommandPaletteProps, "opened">) {
  const switchTo = useProjectSwitch();
  const { data: projects, isError, error, refetch } = useQuery(projectsQuery);
  const selected = useSelectedProject() ?? null;
  const recentIds = useRecentIds();
  const commands = useCommandSections({ onManageProjects });
  const reportCommand = useReportCommand(selected);
  const ofProjects = useMemo(
    () => projectSections(projects ?? [], recentIds, selected?.id ?? null, switchTo),
    [projects, recentIds, selected?.id, switchTo],
  );
  const [typed, setTyped] = useState("");
  const found = useFoundSections(selected, typed);
  const sections: readonly Section[] = useMemo(
    () => [...ofProjects, ...found.sections, ...commands],
    [ofProjects, found.sections, commands],
  );
  return (
    <Palette
      sections={sections}
      extra={reportCommand}
      onTyped={setTyped}
      onChoose={(entry) => {
        onClose();
        entry.run();
      }}
    >
      {selected !== null && typed === "" && (
        <PaletteHint>{`Finds reports, tests, causes, items, commits and owners of ${selected.name}`}</PaletteHint>
      )}
      {projects === undefined && isError && (
        <ErrorPanel error={error} fallback="Failed to fetch projects" onRetry={() => void refetch()} />
      )}
      {found.error !== null && (
        <ErrorPanel error={found.error} fallback="Failed to search this project" onRetry={found.onRetry} />
      )}
      {projects === undefined && !isError && <Skeleton height={40} m={12} width="auto" />}
    </Palette>
  );
}
