import { useQuery } from "@tanstack/react-query";
import { reportChangesQuery } from "./changes.queries.ts";
import { SuiteChangesNotice } from "./suite-changes-notice.tsx";

/** Changes of the suite since the base of a report. Shows nothing while they load; the line with the changes reports errors. */
export function ReportSuiteChanges({ reportId }: { readonly reportId: number }) {
  const { data } = useQuery(reportChangesQuery(reportId));
  if (data?.base == null || data.suiteChanges === null) return null;
  return <SuiteChangesNotice baseId={data.base.id} headId={reportId} changes={data.suiteChanges} />;
}
