import { Button, Select, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { ActorField } from "./actor-field.tsx";
import { auditActions } from "./audit-labels.ts";
import type { AuditFilter } from "./audit.queries.ts";
import styles from "./audit-table.module.css";

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  /** Buttons at the end. */
  readonly children?: ReactNode;
}

const unfiltered: AuditFilter = {
  actor: undefined,
  action: undefined,
  projectId: undefined,
  from: undefined,
  until: undefined,
};

export function AuditFilters({ filter, onChange, projects, children }: AuditFiltersProps) {
  const { projectId } = filter;
  const options = projects.map(({ id, name }) => ({ value: String(id), label: name }));
  // A link may contain a deleted project, whose events are kept.
  if (projectId !== undefined && !projects.some(({ id }) => id === projectId))
    options.push({ value: String(projectId), label: `Project ${projectId}` });
  const set = (change: Partial<AuditFilter>) => onChange({ ...filter, ...change });
  return (
    <search className={styles["filters"]} aria-label="Filter the audit log">
      <ActorField actor={filter.actor} onChange={(actor) => set({ actor })} />
      <Select
        label="What"
        placeholder="All events"
        data={auditActions}
        value={filter.action ?? null}
        onChange={(action) => set({ action: action ?? undefined })}
        clearable
        clearButtonProps={{ "aria-label": "Show all events" }}
        searchable
        nothingFoundMessage="No events found"
      />
      <Select
        label="Project"
        placeholder="All projects"
        data={options}
        value={projectId === undefined ? null : String(projectId)}
        onChange={(value) => set({ projectId: value === null ? undefined : Number(value) })}
        clearable
        clearButtonProps={{ "aria-label": "Show events in all projects" }}
        searchable
        nothingFoundMessage="No projects found"
      />
      <Day label="From" value={filter.from} onChange={(from) => set({ from })} />
      <Day label="Until" value={filter.until} onChange={(until) => set({ until })} />
      {Object.values(filter).some((value) => value !== undefined) && (
        <Button variant="default" onClick={() => onChange(unfiltered)}>
          Clear filters
        </Button>
      )}
      {children}
    </search>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

function Day({ label, value, onChange }: DayProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value ?? ""}
      onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? undefined : currentTarget.value)}
    />
  );
}
