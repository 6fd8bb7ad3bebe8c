import { Modal, Skeleton } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FilterForm, type GroupName } from "./filter-form.tsx";
import { reportFiltersQuery } from "./report-list.queries.ts";
import { withoutFilters } from "#lib/address/report-list-search.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";

const debounceMs = 200;
/** Groups with a search field. There are only a few statuses. */
const searched = ["environment", "framework", "tag", "fact", "commitAuthor", "pullRequest", "owner"] as const;

interface FilterDialogProps extends FiltersProps {
  readonly opened: boolean;
}

export function FilterDialog({ opened, ...filters }: FilterDialogProps) {
  const narrow = useMediaQuery("(width < 40em)");
  return (
    <Modal
      opened={opened}
      onClose={filters.onClose}
      title="Filter Reports"
      fullScreen={narrow}
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
      size={640}
    >
      <Filters {...filters} />
    </Modal>
  );
}

interface FiltersProps {
  readonly projectId: number;
  readonly search: ReportListSearch;
  readonly onClose: () => void;
  readonly onSearch: (search: ReportListSearch) => void;
}

/** The options come from all reports of the project. */
function Filters({ projectId, search, onClose, onSearch }: FiltersProps) {
  const [finds, setFinds] = useState<Partial<Record<GroupName, string>>>({});
  const [debouncedFinds] = useDebouncedValue(finds, debounceMs);
  const all = useQuery(reportFiltersQuery(projectId, ""));
  const found = useQueries({
    queries: searched.map((group) => ({
      ...reportFiltersQuery(projectId, debouncedFinds[group] ?? ""),
      placeholderData: keepPreviousData,
    })),
  });
  if (all.data === undefined) {
    return all.isError ? (
      <ErrorPanel error={all.error} fallback="Failed to load the filters" onRetry={() => void all.refetch()} />
    ) : (
      <Skeleton height={320} animate={false} />
    );
  }
  const known = all.data;
  const optionsOf = (group: (typeof searched)[number]) => (found[searched.indexOf(group)]?.data ?? known)[group];
  const leave = (next: ReportListSearch) => {
    onSearch(next);
    onClose();
  };
  return (
    <FilterForm
      search={search}
      options={{
        status: known.status,
        environment: optionsOf("environment"),
        framework: optionsOf("framework"),
        tag: optionsOf("tag"),
        fact: optionsOf("fact"),
        commitAuthor: optionsOf("commitAuthor"),
        pullRequest: optionsOf("pullRequest"),
        owner: optionsOf("owner"),
      }}
      known={(group) => known[group].length > 0}
      onFind={(group, text) => setFinds({ ...finds, [group]: text })}
      onApply={leave}
      onReset={() => leave({ ...withoutFilters(search), ...(search.q !== undefined && { q: search.q }) })}
      onCancel={onClose}
    />
  );
}
