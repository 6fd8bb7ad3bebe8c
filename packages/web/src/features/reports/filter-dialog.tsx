import { Modal, Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReportListSearch } from "@plumb/contract/saved-views.ts";
import { useQuery } from "@tanstack/react-query";
import { FilterForm } from "./filter-form.tsx";
import { reportFiltersQuery } from "./report-list.queries.ts";
import { withoutFilters } from "#lib/report-list-search.ts";
import { ErrorPanel } from "#ui/error-panel.tsx";

interface FilterDialogProps {
  readonly projectId: number;
  readonly search: ReportListSearch;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSearch: (search: ReportListSearch) => void;
}

/** The filters of the list; what there is to choose comes from all reports of the project. */
export function FilterDialog({ projectId, search, opened, onClose, onSearch }: FilterDialogProps) {
  const narrow = useMediaQuery("(width < 40em)");
  const options = useQuery({ ...reportFiltersQuery(projectId), enabled: opened });
  const leave = (next: ReportListSearch) => {
    onSearch(next);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Filter Reports"
      fullScreen={narrow}
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
      size={640}
    >
      {options.data !== undefined ? (
        <FilterForm
          search={search}
          options={options.data}
          onApply={leave}
          onReset={() => leave({ ...withoutFilters(search), ...(search.q !== undefined && { q: search.q }) })}
          onCancel={onClose}
        />
      ) : options.isError ? (
        <ErrorPanel
          error={options.error}
          fallback="Failed to load the filters"
          onRetry={() => void options.refetch()}
        />
      ) : (
        <Skeleton height={320} animate={false} />
      )}
    </Modal>
  );
}
