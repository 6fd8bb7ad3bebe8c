import { branchNames, defaultMainBranches } from "@plumb/contract/projects/main-branches.ts";
import type { FieldErrors } from "@plumb/contract/field-errors.ts";
import { type Project, type ProjectDetail, projectFieldErrors } from "@plumb/contract/projects/projects.ts";
import type { NewProject, ProjectEdit } from "./projects.queries.ts";

/** Values of the project form. */
export interface ProjectDraft {
  readonly name: string;
  readonly description: string;
  readonly type: Project["type"];
  readonly status: Project["status"];
  /** As typed. */
  readonly retentionDays: string;
  readonly autoCleanup: boolean;
  readonly notifications: boolean;
  /** Typed text, separated by commas. */
  readonly mainBranches: string;
  readonly badge: boolean;
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
  badge: false,
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

export const fieldLabels: Readonly<Record<DraftField, string>> = {
  name: "Name",
  description: "Description",
  type: "Type",
  status: "Status",
  retentionDays: "Retention days",
  autoCleanup: "Automatic cleanup",
  notifications: "Notifications",
  mainBranches: "Main branches",
  badge: "Public badge",
};

export function draftOf({ name, description, type, status, settings }: Project): ProjectDraft {
  const { retentionDays, autoCleanup, notifications, mainBranches = defaultMainBranches, badge = false } = settings;
  return {
    name,
    description,
    type,
    status,
    autoCleanup,
    notifications,
    retentionDays: String(retentionDays),
    mainBranches: mainBranches.join(", "),
    badge,
  };
}

/** Returns the errors of the draft by field. */
export function draftErrors(draft: ProjectDraft): FieldErrors {
  const errors = Object.entries(projectFieldErrors(draft));
  return Object.fromEntries(errors.map(([name, error]) => [ownNames[name] ?? name, error]));
}

/** Names of fields that differ on the server. */
export const ownNames: Readonly<Record<string, DraftField>> = {
  "settings.retentionDays": "retentionDays",
  "settings.mainBranches": "mainBranches",
};

export function bodyOf({
  retentionDays,
  autoCleanup,
  notifications,
  mainBranches,
  badge,
  ...rest
}: ProjectDraft): NewProject {
  const settings = { retentionDays: Number(retentionDays), autoCleanup, notifications, badge };
  return { ...rest, settings: { ...settings, mainBranches: branchNames(mainBranches) } };
}

/** Returns the changes to a version of a project; unchanged fields are omitted. */
export function editOf(base: ProjectDetail, draft: ProjectDraft): ProjectEdit {
  const changed = new Set(changedFields(draftOf(base), draft));
  const body = bodyOf(draft);
  const retained = (full: object) =>
    Object.fromEntries(Object.entries(full).filter(([field]) => changed.has(field as DraftField)));
  const { settings = {}, ...rest } = body;
  const changedSettings = retained(settings);
  return {
    ...retained(rest),
    ...(Object.keys(changedSettings).length > 0 && { settings: changedSettings }),
    version: base.version,
  };
}

function changedFields(before: ProjectDraft, after: ProjectDraft): DraftField[] {
  return (Object.keys(before) as DraftField[]).filter((field) => before[field] !== after[field]);
}

/** Result of two users changing the same version. Users decide about the fields that both changed to different values. */
export interface Merge {
  /** The other user's version with this user's changes. If both changed a field, this user's value wins. */
  readonly mine: ProjectDraft;
  /** The same merge, but the other user's value wins. */
  readonly theirs: ProjectDraft;
  readonly contested: readonly DraftField[];
  /** Fields changed only by the other user, which both merges contain. */
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

/** Returns a value as shown in the form. */
export function displayValue(draft: ProjectDraft, field: DraftField): string {
  const value = draft[field];
  if (typeof value === "boolean") return value ? "On" : "Off";
  const known = [...projectTypes, ...projectStatuses].find((choice) => choice.value === value);
  return (field === "type" || field === "status") && known !== undefined ? known.label : value;
}
