import { gridWithFilters, listOfGrid, type TestGridSearch } from "#lib/address/test-grid-search.ts";
import { ViewLinks } from "./view-links.tsx";

interface TestLinksProps {
  /** Filters of the current page, which the other one keeps. */
  readonly search: TestGridSearch;
}

/** Links between the list and the grid of tests. */
export const TestLinks = ({ search }: TestLinksProps) => (
  <ViewLinks
    label="Tests as"
    views={[
      { to: "/tests", label: "List", search: listOfGrid(search) },
      { to: "/tests/grid", label: "Grid", search: gridWithFilters(search) },
    ]}
  />
);
