import type { Input } from "@plumb/client/client.ts";
import { ActionIcon } from "@mantine/core";
import { linkReportsCsv, linkResultsCsv } from "@plumb/contract/exports.ts";
import { IconFileTypeCsv } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "#lib/api.ts";
import { refusalText } from "#lib/error-text.ts";
import { saveFile } from "./save-file.ts";

/** Saves the reports that a list shows, all of them, as it is filtered and sorted. */
export function ReportsCsvButton({ query }: { readonly query: Input<(typeof linkReportsCsv)["query"]> }) {
  return <CsvButton label="Export these reports as CSV" link={() => api.call(linkReportsCsv, { query })} />;
}

interface ResultsCsvButtonProps {
  readonly reportId: number;
  readonly query: Input<(typeof linkResultsCsv)["query"]>;
}

/** Saves the tests that the list of a report shows, all of them, as it is filtered. */
export function ResultsCsvButton({ reportId, query }: ResultsCsvButtonProps) {
  const link = () => api.call(linkResultsCsv, { params: { reportId }, query });
  return <CsvButton label="Export these tests as CSV" link={link} />;
}

interface CsvButtonProps {
  readonly label: string;
  readonly link: () => Promise<{ data: { url: string } }>;
}

function CsvButton({ label, link }: CsvButtonProps) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile((await link()).data.url);
    } catch (error) {
      const { showError } = await import("#ui/toast.ts");
      showError(refusalText(error, "Failed to export CSV"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActionIcon variant="default" size={36} title={label} aria-label={label} loading={busy} onClick={() => void save()}>
      <IconFileTypeCsv size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
