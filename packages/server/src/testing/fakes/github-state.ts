import type { FakeReply } from "./fake-http.ts";

export interface FakeIssue {
  readonly number: number;
  title: string;
  body: string | null;
  state: "open" | "closed";
  stateReason: "completed" | "not_planned" | "reopened" | null;
  labels: readonly string[];
  assignee: string | null;
  readonly comments: string[];
  readonly isPullRequest: boolean;
  locked: boolean;
  readonly createdAt: string;
}

export interface FakePull {
  readonly number: number;
  /** Hash of the newest commit. */
  head: string;
  readonly comments: { readonly id: number; body: string }[];
}

export interface FakeRepository {
  hasIssues: boolean;
  /** Rights of the account; all by default. */
  readonly permissions?: { readonly pull: boolean; readonly push: boolean };
  readonly labels: string[];
  readonly issues: FakeIssue[];
  readonly pulls?: FakePull[];
  /** Statuses of commits, oldest first. */
  readonly statuses?: {
    readonly commit: string;
    readonly state: "success" | "failure";
    readonly context: string;
    readonly description: string;
    readonly target_url: string;
  }[];
}

export interface GithubState {
  /** By full name, such as "octo/shop". */
  readonly repositories: Map<string, FakeRepository>;
  /** New by old full name. */
  readonly renamed: Map<string, string>;
  readonly token: string;
  /** Scopes of a classic token, as in the header; undefined for a fine-grained one. */
  scopes?: string;
}

export function invalid(reason: string): FakeReply {
  return {
    status: 422,
    body: {
      message: "Validation Failed",
      errors: [{ resource: "Issue", field: "body", code: "custom", message: reason }],
    },
  };
}
