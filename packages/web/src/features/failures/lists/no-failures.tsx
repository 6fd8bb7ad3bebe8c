import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type FailureSearch, isNarrowed, narrowed, withoutFilters } from "#lib/address/failure-search.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { windowText } from "#features/failures/failure-texts.ts";

interface NoFailuresProps {
  readonly search: FailureSearch;
  readonly onSearch: (search: FailureSearch) => void;
}

/** Explains an empty list: no test failed, or the filters match no failure. */
export function NoFailures({ search, onSearch }: NoFailuresProps) {
  const filtered = isNarrowed(search);
  const widest = search.window === "90d";
  return (
    <EmptyState title="No Test Failures Found">
      <p style={{ margin: 0 }}>
        {filtered ? `No failures ${windowText(search)} match your filters.` : `No tests failed ${windowText(search)}.`}
      </p>
      {search.mine === true && (
        <p style={{ margin: 0 }}>
          Your tests are those whose owner is your user name, your e-mail address or an owner name in{" "}
          <Link to="/profile">your profile</Link>.
        </p>
      )}
      <div style={{ display: "flex", flexWrap: "wrap", justifyContent: "center", gap: 8 }}>
        {filtered && <Button onClick={() => onSearch(withoutFilters(search))}>Clear filters</Button>}
        {!widest && (
          <Button
            variant="default"
            onClick={() => onSearch(narrowed(search, { window: "90d", startDate: undefined, endDate: undefined }))}
          >
            Show the last 90 days
          </Button>
        )}
      </div>
      {!filtered && (
        <p style={{ margin: 0 }}>
          The <Link to="/reports">test reports</Link> page shows how to send reports.
        </p>
      )}
    </EmptyState>
  );
}
