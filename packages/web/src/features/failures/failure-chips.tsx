import { Button, CloseButton } from "@mantine/core";
import { type FailureSearch, isNarrowed, narrowed, withoutFilters } from "#lib/address/failure-search.ts";
import styles from "./failure-tools.module.css";

interface FailureChipsProps {
  readonly search: FailureSearch;
  readonly onSearch: (search: FailureSearch) => void;
  /** What a report is called, where that is known. */
  readonly runName: (runId: number) => string | undefined;
}

/** What the lists are narrowed by, each to be taken away by a click. */
export function FailureChips({ search, onSearch, runName }: FailureChipsProps) {
  if (!isNarrowed(search)) return null;
  const chips = [
    ...(search.runs ?? []).map((id) => {
      const left = (search.runs ?? []).filter((other) => other !== id);
      return { label: runName(id) ?? `Report ${id}`, without: { runs: left.length > 0 ? left : undefined } };
    }),
    ...(search.cause === undefined ? [] : [{ label: `Cause ${search.cause}`, without: { cause: undefined } }]),
    ...(search.class === undefined ? [] : [{ label: `Class: ${search.class}`, without: { class: undefined } }]),
    ...(search.state === undefined ? [] : [{ label: `State: ${search.state}`, without: { state: undefined } }]),
    ...(search.q === undefined ? [] : [{ label: `Tests: ${search.q}`, without: { q: undefined } }]),
  ];
  return (
    <div className={styles["chips"]}>
      <ul aria-label="Active filters">
        {chips.map(({ label, without }) => (
          <li key={label}>
            <span>{label}</span>
            <CloseButton
              size={20}
              iconSize={12}
              aria-label={`Remove ${label}`}
              onClick={() => onSearch(narrowed(search, without))}
            />
          </li>
        ))}
      </ul>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onSearch(withoutFilters(search))}>
        Clear filters
      </Button>
    </div>
  );
}
