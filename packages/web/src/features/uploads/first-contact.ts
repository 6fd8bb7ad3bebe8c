import type { Upload } from "@plumb/contract/runs/uploads.ts";

/** State of the first upload of a project. */
export type FirstContact =
  | { readonly kind: "none" }
  /** The upload is being read or its run is in progress. */
  | { readonly kind: "receiving"; readonly upload: Upload; readonly firstAt: string }
  /** The upload created a report. */
  | { readonly kind: "arrived"; readonly upload: Upload; readonly reportId: number; readonly firstAt: string }
  /** The latest upload created no report. */
  | { readonly kind: "rejected"; readonly upload: Upload; readonly firstAt: string };

/** Returns the state of the first upload from the latest uploads, newest first. */
export function firstContact(uploads: readonly Upload[]): FirstContact {
  const [latest] = uploads;
  if (latest === undefined) return { kind: "none" };
  const firstAt = (uploads.at(-1) ?? latest).receivedAt;
  for (const upload of uploads) {
    const report = upload.reports.find((one) => !one.gone);
    if (report !== undefined) return { kind: "arrived", upload, reportId: report.id, firstAt };
  }
  const isUnderway = latest.state === "received" || latest.state === "reading";
  return { kind: isUnderway ? "receiving" : "rejected", upload: latest, firstAt };
}
