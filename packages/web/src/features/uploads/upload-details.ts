import type { UploadQuery } from "@plumb/contract/runs/ingest.ts";

/** Optional parameters for dropped files. The server reads missing values from the files, or uses defaults. */
export type UploadDetails = Pick<UploadQuery, "suite" | "environment" | "branch" | "build">;

/** Fields with the server's maximum lengths. */
export const detailFields = [
  { name: "suite", label: "Suite", maxLength: 200, placeholder: "from the report" },
  { name: "environment", label: "Environment", maxLength: 100, placeholder: "default" },
  { name: "branch", label: "Branch", maxLength: 300, placeholder: "none" },
  { name: "build", label: "Build", maxLength: 200, placeholder: "none: each upload becomes a report" },
] as const satisfies readonly { name: keyof UploadDetails; label: string; maxLength: number; placeholder: string }[];

/** Values of the empty form. */
export const noDetails = { suite: "", environment: "", branch: "", build: "" };

/** Trims the values and removes empty ones. */
export function tidyDetails(raw: Readonly<Record<string, unknown>>): UploadDetails {
  const entries = detailFields.flatMap(({ name, maxLength }) => {
    const value = raw[name];
    const text = typeof value === "string" ? value.trim().slice(0, maxLength) : "";
    return text === "" ? [] : [[name, text]];
  });
  return Object.fromEntries(entries) as UploadDetails;
}

/** Returns `suite web, branch main`; empty without any values. */
export function detailsText(details: UploadDetails): string {
  return detailFields
    .flatMap(({ name }) => (details[name] === undefined ? [] : [`${name} ${details[name]}`]))
    .join(", ");
}

/** Returns the parameters stored in this tab for the project. */
export function readDetails(projectId: number): UploadDetails {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey(projectId)) ?? "{}") as unknown;
    return typeof stored === "object" && stored !== null ? tidyDetails({ ...stored }) : {};
  } catch {
    // Storage is blocked, or the value is invalid.
    return {};
  }
}

export function writeDetails(projectId: number, details: UploadDetails): void {
  try {
    sessionStorage.setItem(storageKey(projectId), JSON.stringify(details));
  } catch {
    // Storage is blocked, so the values last until the user leaves the page.
  }
}

function storageKey(projectId: number): string {
  return `uploadDetails-${projectId}`;
}
