import { Button, NativeSelect, Skeleton } from "@mantine/core";
import type { Upload, UploadHealth } from "@plumb/contract/runs/uploads.ts";
import type { ReactNode } from "react";
import { allUploads, isNarrowed, type UploadsSearch } from "#lib/address/uploads-search.ts";
import { cut } from "#lib/format/format.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { type FilterChip, FilterChips } from "#ui/list/filter-chips.tsx";
import { SearchBox } from "#ui/list/search-box.tsx";
import { stateGroups } from "./upload-styles.ts";
import { UploadsTable } from "./uploads-table.tsx";
import styles from "./uploads.module.css";
import { HealthTiles } from "./health-tiles.tsx";
import { IncompleteReports } from "./incomplete-reports.tsx";
import { SilentSenders } from "./silent-senders.tsx";

interface UploadsViewProps {
  /** `undefined` while loading. */
  readonly uploads: readonly Upload[] | undefined;
  readonly health: UploadHealth | undefined;
  /** Whether the rows belong to the previous search. */
  readonly stale: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly search: UploadsSearch;
  readonly onSearch: (search: UploadsSearch) => void;
  /** Shown if there are no uploads: explains how to send some. */
  readonly help: ReactNode;
  /** Shown below the list. */
  readonly more?: ReactNode;
}

/** Uploads of a project with their outcome. */
export function UploadsView(props: UploadsViewProps) {
  const { uploads, health, error, search, onSearch, help } = props;
  const isEmpty = uploads?.length === 0 && !props.stale && !isNarrowed(search);
  if (isEmpty)
    return (
      <>
        {health !== undefined && <IncompleteReports reports={health.incomplete} />}
        <EmptyState title="No uploads in the last 30 days">{help}</EmptyState>
      </>
    );
  // Its tiles and keys are above the list, which would move when they are loaded later.
  if (health === undefined && error === null)
    return (
      <div aria-busy>
        <Skeleton height={560} radius="lg" animate={false} />
      </div>
    );
  return (
    <>
      {health !== undefined && (
        <>
          <HealthTiles counts={health.counts} search={search} />
          <SilentSenders senders={health.silent} />
          <IncompleteReports reports={health.incomplete} />
        </>
      )}
      <div className={styles["tools"]}>
        <SearchBox
          label="Search files, builds, branches, commits..."
          value={search.q ?? ""}
          onChange={(q) => onSearch({ ...search, q: q || undefined })}
        />
        <NativeSelect
          aria-label="Received"
          value={search.span ?? ""}
          onChange={({ currentTarget: { value } }) =>
            onSearch({ ...search, span: value === "day" || value === "week" ? value : undefined })
          }
          data={[
            { value: "", label: "Last 30 days" },
            { value: "week", label: "Last 7 days" },
            { value: "day", label: "Last 24 hours" },
          ]}
        />
        {health !== undefined && health.keys.length > 0 && (
          <NativeSelect
            aria-label="API key"
            value={String(search.key ?? "")}
            onChange={({ currentTarget: { value } }) =>
              onSearch({ ...search, key: value === "" ? undefined : Number(value) })
            }
            data={[
              { value: "", label: "All keys and users" },
              ...health.keys.map(({ id, name }) => ({ value: String(id), label: cut(name, 60) })),
            ]}
          />
        )}
      </div>
      <FilterChips
        chips={chipsOf(search)}
        onSearch={onSearch}
        reset="Reset filters"
        onReset={() => onSearch(allUploads(search))}
      />
      <Rows {...props} />
    </>
  );
}

function chipsOf(search: UploadsSearch): FilterChip<UploadsSearch>[] {
  const group = stateGroups.find(({ state }) => state === search.state);
  return [
    ...(group === undefined ? [] : [{ label: group.word, without: { ...search, state: undefined } }]),
    ...(search.report === undefined
      ? []
      : [{ label: "Parts of one report", without: { ...search, report: undefined } }]),
  ];
}

function Rows({ uploads, stale, error, onRetry, search, onSearch, more }: UploadsViewProps) {
  if (uploads === undefined)
    return error === null ? (
      <div aria-busy>
        <Skeleton height={420} radius="lg" animate={false} />
      </div>
    ) : (
      <ErrorPanel error={error} fallback="Failed to load the uploads" onRetry={onRetry} />
    );
  if (uploads.length === 0)
    return (
      <EmptyState title="No uploads match your filters">
        {search.report !== undefined && (
          <p>Uploads are listed for 30 days. Uploads of older reports are no longer listed.</p>
        )}
        <Button variant="default" onClick={() => onSearch(allUploads(search))}>
          Reset filters
        </Button>
      </EmptyState>
    );
  return (
    <>
      {error !== null && <ErrorPanel error={error} fallback="Failed to load the uploads" onRetry={onRetry} />}
      <UploadsTable uploads={uploads} stale={stale} search={search} />
      {more}
    </>
  );
}
