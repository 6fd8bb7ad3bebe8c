import {
  cancelExport,
  deleteExport,
  deleteHtmlExport,
  downloadHtmlExport,
  exportReportJson,
  exportReportPdf,
  exportReportsCsv,
  exportResultsCsv,
  exportTestHtml,
  exportTestJson,
  exportTestPdf,
  linkReportsCsv,
  linkResultsCsv,
  listExports,
  listHtmlExports,
  readExport,
  readExportFile,
  readLinkedCsv,
  readSizeEstimates,
  startExport,
  startHtmlExport,
} from "@plumb/contract/runs/exports.ts";
import {
  exportCausesCsv,
  exportFailedTestsCsv,
  exportItemsCsv,
  exportTestsCsv,
  linkCausesCsv,
  linkFailedTestsCsv,
  linkItemsCsv,
  linkTestsCsv,
} from "@plumb/contract/runs/list-csv.ts";
import { type EndpointAccess, type Fixtures, inProjectQuery } from "#testing/endpoint-access.ts";

const oneTest = ({ resultId }: Fixtures) => ({ params: { testCaseId: resultId } });

export const access: readonly EndpointAccess[] = [
  { endpoint: exportReportJson, callers: "readers" },
  { endpoint: exportReportPdf, callers: "readers" },
  { endpoint: startHtmlExport, callers: "readers", audit: ["export.created"] },
  // 404: the export does not exist.
  { endpoint: downloadHtmlExport, callers: "readers", status: 404 },
  { endpoint: listHtmlExports, callers: "readers", sample: inProjectQuery },
  { endpoint: deleteHtmlExport, callers: "readers", status: 404, audit: ["export.deleted"] },
  { endpoint: readSizeEstimates, callers: "readers" },
  { endpoint: exportTestJson, callers: "readers", sample: oneTest },
  { endpoint: exportTestPdf, callers: "readers", sample: oneTest },
  { endpoint: exportTestHtml, callers: "readers", sample: oneTest },
  { endpoint: startExport, callers: "readers", audit: ["export.created"], sample: { body: { format: "json" } } },
  { endpoint: listExports, callers: "readers" },
  { endpoint: readExport, callers: "readers", status: 404 },
  { endpoint: cancelExport, callers: "readers", status: 404, audit: "history" },
  { endpoint: deleteExport, callers: "readers", status: 404, audit: ["export.deleted"] },
  // The token authorises the request; this one is forged.
  { endpoint: readExportFile, callers: "everyone", status: 403, sample: { params: { token: "forged" } } },
  { endpoint: exportResultsCsv, callers: "readers" },
  { endpoint: linkResultsCsv, callers: "readers" },
  { endpoint: exportReportsCsv, callers: "readers", sample: inProjectQuery },
  { endpoint: linkReportsCsv, callers: "readers", sample: inProjectQuery },
  ...[
    exportCausesCsv,
    linkCausesCsv,
    exportFailedTestsCsv,
    linkFailedTestsCsv,
    exportTestsCsv,
    linkTestsCsv,
    exportItemsCsv,
    linkItemsCsv,
  ].map((endpoint) => ({ endpoint, callers: "readers" as const })),
  // The link authorises the request; this one is forged.
  { endpoint: readLinkedCsv, callers: "everyone", status: 403, sample: { query: { link: "forged" } } },
];
