import { ActionIcon } from "@mantine/core";
import { IconFileTypeCsv } from "@tabler/icons-react";
import { useState } from "react";
import { refusalText } from "#lib/api/error-text.ts";
import type { AuditCsv, ListCsv, ReportsCsv, ResultsCsv } from "./csv-links.ts";
import { saveFile } from "#lib/page/save-file.ts";

// Loaded on demand, because most users do not export lists.
const links = () => import("./csv-links.ts");

/** Downloads all reports that match the filters, in the order of the list. */
export function ReportsCsvButton({ query }: { readonly query: ReportsCsv }) {
  const link = async () => (await links()).reportsCsvLink(query);
  return <CsvButton label="Export these reports as CSV" link={link} />;
}

/** Downloads all tests that match the filters. */
export function ResultsCsvButton({ reportId, query }: { readonly reportId: number; readonly query: ResultsCsv }) {
  const link = async () => (await links()).resultsCsvLink(reportId, query);
  return <CsvButton label="Export these tests as CSV" link={link} />;
}

/** Downloads all administrative events that match the filters. */
export function AuditCsvButton({ query }: { readonly query: AuditCsv }) {
  const link = async () => (await links()).auditCsvLink(query);
  return <CsvButton label="Export these events as CSV" link={link} />;
}

/** Downloads a list of failures, tests or items with its filters and order. */
export function ListCsvButton(csv: ListCsv) {
  const link = async () => (await links()).listCsvLink(csv);
  return <CsvButton label={`Export these ${csv.list} as CSV`} link={link} />;
}

function CsvButton({ label, link }: { readonly label: string; readonly link: () => Promise<string> }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(await link());
    } catch (error) {
      const { showError } = await import("#ui/feedback/toast.ts");
      showError(refusalText(error, "Failed to export CSV"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActionIcon variant="default" size="lg" title={label} aria-label={label} loading={busy} onClick={() => void save()}>
      <IconFileTypeCsv size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
