import type { Upload, UploadState, UploadWay } from "@plumb/contract/runs/uploads.ts";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconCloudOff,
  IconCopyCheck,
  IconHourglass,
  IconLoader2,
  IconPlayerStop,
  type Icon,
} from "@tabler/icons-react";
import type { UploadStateGroup } from "#lib/address/uploads-search.ts";
import { counted, formatCount } from "#lib/format/format.ts";

export const stateStyles: Readonly<Record<UploadState, { word: string; icon: Icon; color: string }>> = {
  received: { word: "Received", icon: IconHourglass, color: "running-ink" },
  reading: { word: "Reading", icon: IconLoader2, color: "running-ink" },
  accepted: { word: "Accepted", icon: IconCircleCheck, color: "passed-ink" },
  problems: { word: "Accepted with problems", icon: IconAlertTriangle, color: "skipped-ink" },
  rejected: { word: "Rejected", icon: IconCircleX, color: "failed-ink" },
  failed: { word: "Failed", icon: IconCloudOff, color: "errored-ink" },
  interrupted: { word: "Interrupted", icon: IconPlayerStop, color: "skipped-ink" },
  duplicate: { word: "Duplicate", icon: IconCopyCheck, color: "ink-2" },
};

/** States as grouped on the page, with their meaning. */
export const stateGroups: readonly {
  state: UploadStateGroup;
  word: string;
  of: readonly UploadState[];
  meaning: string;
}[] = [
  { state: "accepted", word: "Accepted", of: ["accepted"], meaning: "Fully imported" },
  {
    state: "problems",
    word: "With problems",
    of: ["problems"],
    meaning: "Imported with warnings",
  },
  { state: "rejected", word: "Rejected", of: ["rejected"], meaning: "Rejected: the upload could not be used" },
  { state: "failed", word: "Failed", of: ["failed"], meaning: "Failed: server error" },
  { state: "interrupted", word: "Interrupted", of: ["interrupted"], meaning: "Cut off before it finished" },
  { state: "duplicate", word: "Duplicate", of: ["duplicate"], meaning: "Identical to an earlier upload" },
  { state: "underway", word: "In progress", of: ["received", "reading"], meaning: "Being imported or still running" },
];

export const wayLabels: Readonly<Record<UploadWay, string>> = {
  file: "File upload",
  live: "Live",
  spool: "Live, sent later from disk",
  reportportal: "ReportPortal agent",
};

/** Returns a short title of an upload. */
export function uploadTitle({ way, name, fileCount, times, state }: Upload): string {
  if (times > 1) return `and ${formatCount(times)} more requests in this minute`;
  if (way !== "file") return name;
  return fileCount > 1
    ? `${name} and ${counted(fileCount - 1, "more file")}`
    : state === "rejected" && fileCount === 0
      ? "No file was read"
      : name;
}
