import { type FailureSearch, isFiltered, narrowed, withoutFilters } from "#lib/address/failure-search.ts";
import styles from "./failure-tools.module.css";
import { failureFilterList, filterLabel } from "./failure-filter-list.ts";
import { FilterChips } from "#ui/list/filter-chips.tsx";
import { excludedChips, pickedChips } from "#ui/list/filter-pickers.tsx";

interface FailureChipsProps {
  readonly search: FailureSearch;
  readonly onSearch: (search: FailureSearch) => void;
  readonly runName: (runId: number) => string | undefined;
}

/** Active filters that no control shows. A click removes a filter. */
export function FailureChips({ search, onSearch, runName }: FailureChipsProps) {
  const chips = [
    ...(search.runs ?? []).map((id) => {
      const left = (search.runs ?? []).filter((other) => other !== id);
      return { label: runName(id) ?? `Report ${id}`, without: { runs: left.length > 0 ? left : undefined } };
    }),
    ...(search.cause === undefined ? [] : [{ label: `Cause ${search.cause}`, without: { cause: undefined } }]),
    ...(search.incident === undefined
      ? []
      : [{ label: `Incident ${search.incident}`, without: { incident: undefined } }]),
    ...(search.class === undefined ? [] : [{ label: `Class: ${search.class}`, without: { class: undefined } }]),
    ...(search.state === undefined ? [] : [{ label: `State: ${search.state}`, without: { state: undefined } }]),
    ...pickedChips(failureFilterList, search),
    ...excludedChips(search, (filter) => filterLabel(filter).toLowerCase()),
  ];
  return (
    <>
      <FilterChips
        chips={chips.map(({ label, without }) => ({ label, without: narrowed(search, without) }))}
        onSearch={onSearch}
        reset="Clear filters"
        onReset={() => onSearch(withoutFilters(search))}
      />
      {isFiltered(search) && (
        <p className={styles["note"]}>
          The state and the first and last run of a cause, the counts of an incident and the accuracy include all
          failures.
        </p>
      )}
    </>
  );
}
