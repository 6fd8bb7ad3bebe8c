import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import { Link } from "@tanstack/react-router";

/** Returns a link to the reports that match the filter. */
export function alikeReports(search: ReportListSearch, text: string) {
  return (
    <Link to="/reports" search={search}>
      {text}
    </Link>
  );
}
