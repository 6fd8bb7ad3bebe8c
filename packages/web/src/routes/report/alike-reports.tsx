import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import { Link } from "@tanstack/react-router";

/** A link to the reports that have this in common. */
export function alikeReports(search: ReportListSearch, text: string) {
  return (
    <Link to="/reports" search={search}>
      {text}
    </Link>
  );
}
