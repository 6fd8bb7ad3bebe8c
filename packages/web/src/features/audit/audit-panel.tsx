import { Skeleton } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AuditFilters } from "./audit-filters.tsx";
import { type AuditFilter, auditQuery, auditRequest } from "./audit.queries.ts";
import { AuditTable } from "./audit-table.tsx";
import styles from "./audit-table.module.css";
import { currentTimeZone } from "#lib/format/time-zone.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import panel from "#ui/layout/panel.module.css";

interface AuditPanelProps {
  readonly filter: AuditFilter;
  readonly onFilter: (filter: AuditFilter) => void;
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  /** Button that exports the events of a query. */
  readonly csv: (query: ReturnType<typeof auditRequest>) => ReactNode;
}

/** Audit log, newest first. */
export function AuditPanel({ filter, onFilter, projects, csv }: AuditPanelProps) {
  const zone = currentTimeZone();
  const audit = useInfiniteQuery(auditQuery(filter, zone));
  const events = audit.data?.pages.flatMap((page) => page.data);
  const filtered = Object.values(filter).some((value) => value !== undefined);
  return (
    <section aria-label="Audit">
      <AuditFilters filter={filter} onChange={onFilter} projects={projects}>
        {csv(auditRequest(filter, zone))}
      </AuditFilters>
      {(filter.from !== undefined || filter.until !== undefined) && (
        <p className={styles["zone"]}>{`Dates are in your time zone${zone === undefined ? "" : ` (${zone})`}.`}</p>
      )}
      {events === undefined ? (
        audit.isError ? (
          <ErrorPanel
            error={audit.error}
            fallback="Failed to load the audit log"
            onRetry={() => void audit.refetch()}
          />
        ) : (
          <Skeleton height={420} />
        )
      ) : events.length === 0 ? (
        <EmptyState title="No events yet">
          <p style={{ margin: 0 }}>
            {filtered
              ? "No events match these filters. Clear one of them to see more."
              : "Administrative events (projects, members, keys, accounts, invitations, settings) are listed here."}
          </p>
        </EmptyState>
      ) : (
        <div className={`${panel["panel"]} ${styles["list"]}`} aria-busy={audit.isPlaceholderData}>
          <AuditTable
            events={events}
            projectName={(id) => projects.find((project) => project.id === id)?.name ?? `project ${id}`}
            onActor={(actor) => onFilter({ ...filter, actor })}
          />
        </div>
      )}
      <LoadMore pages={audit} failure="Failed to load more events" />
    </section>
  );
}
