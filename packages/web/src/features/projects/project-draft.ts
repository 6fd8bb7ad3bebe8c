import { branchNames, defaultMainBranches } from "@plumb/contract/projects/main-branches.ts";
import type { FieldErrors } from "@plumb/contract/field-errors.ts";
import { type Project, type ProjectDetail, projectFieldErrors } from "@plumb/contract/projects/projects.ts";
import type { NewProject, ProjectEdit } from "./projects.queries.ts";

/** A project as its form holds it. */
export interface ProjectDraft {
  readonly name: string;
  readonly description: string;
  readonly type: Project["type"];
  readonly status: Project["status"];
  /** As typed. */
  readonly retentionDays: string;
  readonly autoCleanup: boolean;
  readonly notifications: boolean;
  /** As typed, with commas between them. */
  readonly mainBranches: string;
}

export type DraftField = keyof ProjectDraft;

export const emptyDraft: ProjectDraft = {
  name: "",
  description: "",
  type: "playwright",
  status: "active",
  retentionDays: "30",
  autoCleanup: true,
  notifications: true,
  mainBranches: defaultMainBranches.join(", "),
};

export const projectTypes = [
  { value: "playwright", label: "Playwright" },
  { value: "selenium", label: "Selenium" },
  { value: "cypress", label: "Cypress" },
  { value: "other", label: "Other" },
] as const satisfies readonly { value: Project["type"]; label: string }[];

export const projectStatuses = [
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
] as const satisfies readonly { value: Project["status"]; label: string }[];

export const fieldWords: Readonly<Record<DraftField, string>> = {
  name: "Name",
  description: "Description",
  type: "Type",
  status: "Status",
  retentionDays: "Retention days",
  autoCleanup: "Automatic cleanup",
  notifications: "Notifications",
  mainBranches: "Main branches",
};

export function draftOf({ name, description, type, status, settings }: Project): ProjectDraft {
  const { retentionDays, autoCleanup, notifications, mainBranches = defaultMainBranches } = settings;
  return {
    name,
    description,
    type,
    status,
    autoCleanup,
    notifications,
    retentionDays: String(retentionDays),
    mainBranches: mainBranches.join(", "),
  };
}

/** Returns the errors of the draft by field. */
export function draftErrors(draft: ProjectDraft): FieldErrors {
  const errors = Object.entries(projectFieldErrors(draft));
  return Object.fromEntries(errors.map(([name, error]) => [ownNames[name] ?? name, error]));
}

/** Fields that the server calls otherwise. */
export const ownNames: Readonly<Record<string, DraftField>> = {
  "settings.retentionDays": "retentionDays",
  "settings.mainBranches": "mainBranches",
};

export function bodyOf({ retentionDays, autoCleanup, notifications, mainBranches, ...rest }: ProjectDraft): NewProject {
  const settings = { retentionDays: Number(retentionDays), autoCleanup, notifications };
  return { ...rest, settings: { ...settings, mainBranches: branchNames(mainBranches) } };
}

/** Returns the changes to a version of a project; unchanged fields are omitted. */
export function editOf(base: ProjectDetail, draft: ProjectDraft): ProjectEdit {
  const changed = new Set(changedFields(draftOf(base), draft));
  const body = bodyOf(draft);
  const kept = (whole: object) =>
    Object.fromEntries(Object.entries(whole).filter(([field]) => changed.has(field as DraftField)));
  const { settings = {}, ...rest } = body;
  const changedSettings = kept(settings);
  return {
    ...kept(rest),
    ...(Object.keys(changedSettings).length > 0 && { settings: changedSettings }),
    version: base.version,
  };
}

function changedFields(before: ProjectDraft, after: ProjectDraft): DraftField[] {
  return (Object.keys(before) as DraftField[]).filter((field) => before[field] !== after[field]);
}

/** Two people changed the same version: what both changed, and to different ends, is for a person to decide. */
export interface Merge {
  /** Theirs, with what only the reader changed put in, and the reader's own where both did. */
  readonly mine: ProjectDraft;
  /** The same with theirs where both changed a field. */
  readonly theirs: ProjectDraft;
  readonly contested: readonly DraftField[];
  /** Changed by them alone, and kept either way. */
  readonly onlyTheirs: readonly DraftField[];
}

export function mergeDrafts(base: ProjectDraft, mine: ProjectDraft, theirs: ProjectDraft): Merge {
  const changed = changedFields(base, mine);
  const contested = changed.filter((field) => base[field] !== theirs[field] && mine[field] !== theirs[field]);
  const take = (fields: readonly DraftField[]): ProjectDraft => ({
    ...theirs,
    ...Object.fromEntries(fields.map((field) => [field, mine[field]])),
  });
  return {
    mine: take(changed),
    theirs: take(changed.filter((field) => !contested.includes(field))),
    contested,
    onlyTheirs: changedFields(base, theirs).filter((field) => !changed.includes(field)),
  };
}

/** A value as the form shows it. */
export function shownValue(draft: ProjectDraft, field: DraftField): string {
  const value = draft[field];
  if (typeof value === "boolean") return value ? "On" : "Off";
  const known = [...projectTypes, ...projectStatuses].find((choice) => choice.value === value);
  return (field === "type" || field === "status") && known !== undefined ? known.label : value;
}
