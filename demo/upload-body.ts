import { readFileSync } from "node:fs";
import type { Recorded } from "./history/cause.ts";
import type { ReportFile } from "./reports/report-file.ts";

const folder = new URL("recorded/", import.meta.url);
const recordings = new Map<Recorded, Blob>();

/** Returns the files as a multipart form. Recordings are read only once. */
export function uploadBody(files: readonly ReportFile[]): FormData {
  const form = new FormData();
  for (const file of files) {
    form.append("files", "text" in file ? new Blob([file.text]) : recording(file.recorded), file.name);
  }
  return form;
}

function recording(name: Recorded): Blob {
  const known = recordings.get(name);
  if (known !== undefined) return known;
  const blob = new Blob([readFileSync(new URL(name, folder))]);
  recordings.set(name, blob);
  return blob;
}
