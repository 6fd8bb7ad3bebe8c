import { type Export, type ExportFormat, readExport, startExport } from "@plumb/contract/runs/exports.ts";
import { isTransient } from "@plumb/client/retry.ts";
import { api } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { formatCount } from "#lib/format/format.ts";
import { queryClient } from "#lib/api/query-client.ts";
import { showError, showProgress } from "#ui/feedback/toast.ts";
import { downloadFailureOf, type ExportLabels } from "./export-labels.ts";
import { exportsKey, isUnfinished } from "./exports.queries.ts";
import { saveFile } from "#lib/page/save-file.ts";

export interface RequestedExport {
  readonly reportId: number;
  readonly format: ExportFormat;
  readonly includeArtifacts?: boolean;
  /** Exports only this result. */
  readonly resultId?: number;
}

/** Delays between status requests. Small exports are ready after the first one. */
const waitsMs = [150, 300, 600, 1000];
/** Maximum number of failed status requests. A restarted server resumes the export within this time. */
const maxLost = 30;
/** Minimum number of tests for a count in the toast. */
const countedTests = 500;

/** Requests an export, shows its progress and downloads it. Shows errors and never rejects. */
export async function exportAndSave({ reportId, ...wanted }: RequestedExport, labels: ExportLabels): Promise<void> {
  const toast = showProgress(labels.going);
  const changed = () => void queryClient.invalidateQueries({ queryKey: exportsKey(reportId) });
  try {
    const started = (await api.call(startExport, { params: { reportId }, body: wanted })).data;
    changed();
    const made = await ended(started, ({ done, total }) => {
      if (total >= countedTests) toast.update(`${labels.going} ${formatCount(done)} of ${formatCount(total)} tests`);
    });
    changed();
    if (made.downloadUrl === null) {
      toast.fail(made.error ?? (made.state === "cancelled" ? "The export was cancelled" : labels.failed));
      return;
    }
    saveFile(made.downloadUrl);
    toast.succeed(labels.done);
  } catch (error) {
    toast.fail(refusalText(error, labels.failed));
  }
}

/**
 * Downloads an earlier export. Requests a new link, because the one in the list may have expired and the file may be deleted. Shows errors and never
 * rejects.
 */
export async function downloadExport({ reportId, exportId, format }: Export): Promise<void> {
  const failure = downloadFailureOf({ format });
  try {
    const { downloadUrl } = (await api.call(readExport, { params: { reportId, exportId } })).data;
    if (downloadUrl === null) showError(failure);
    else saveFile(downloadUrl);
  } catch (error) {
    showError(refusalText(error, failure));
    void queryClient.invalidateQueries({ queryKey: exportsKey(reportId) });
  }
}

/** Waits until an export has ended. */
async function ended(started: Export, onProgress: (state: Export) => void): Promise<Export> {
  const params = { reportId: started.reportId, exportId: started.exportId };
  let state = started;
  let lost = 0;
  for (let turn = 0; isUnfinished(state); turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, waitsMs[turn] ?? waitsMs.at(-1)));
    try {
      state = (await api.call(readExport, { params })).data;
      lost = 0;
      onProgress(state);
    } catch (error) {
      lost += 1;
      if (!isTransient(error) || lost > maxLost) throw error;
    }
  }
  return state;
}
