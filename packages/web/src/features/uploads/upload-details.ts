import type { UploadQuery } from "@plumb/contract/runs/ingest.ts";

/** What a person may say about dropped files; what stays empty the server reads from the files or chooses itself. */
export type UploadDetails = Pick<UploadQuery, "suite" | "environment" | "branch" | "build">;

/** With the server's limits of length. */
export const detailFields = [
  { name: "suite", label: "Suite", maxLength: 200, placeholder: "from the report" },
  { name: "environment", label: "Environment", maxLength: 100, placeholder: "default" },
  { name: "branch", label: "Branch", maxLength: 300, placeholder: "none" },
  { name: "build", label: "Build", maxLength: 200, placeholder: "none: each upload is a report" },
] as const satisfies readonly { name: keyof UploadDetails; label: string; maxLength: number; placeholder: string }[];

/** Its fields while nothing is said. */
export const noDetails = { suite: "", environment: "", branch: "", build: "" };

/** Without surrounding space, and without what is empty. */
export function tidyDetails(raw: Readonly<Record<string, unknown>>): UploadDetails {
  const entries = detailFields.flatMap(({ name, maxLength }) => {
    const value = raw[name];
    const text = typeof value === "string" ? value.trim().slice(0, maxLength) : "";
    return text === "" ? [] : [[name, text]];
  });
  return Object.fromEntries(entries) as UploadDetails;
}

/** `suite web, branch main`; empty if nothing was said. */
export function detailsText(details: UploadDetails): string {
  return detailFields
    .flatMap(({ name }) => (details[name] === undefined ? [] : [`${name} ${details[name]}`]))
    .join(", ");
}

/** Stored parameters of this tab for the project. */
export function readDetails(projectId: number): UploadDetails {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey(projectId)) ?? "{}") as unknown;
    return typeof stored === "object" && stored !== null ? tidyDetails({ ...stored }) : {};
  } catch {
    // Blocked, or not ours.
    return {};
  }
}

export function writeDetails(projectId: number, details: UploadDetails): void {
  try {
    sessionStorage.setItem(storageKey(projectId), JSON.stringify(details));
  } catch {
    // Blocked: remembered until the page is left.
  }
}

function storageKey(projectId: number): string {
  return `uploadDetails-${projectId}`;
}
