import type { CommentFormat, GateState } from "@plumb/contract/runs/pull-request-comment.ts";

export interface HostComment {
  readonly id: string;
  /** Sorts comments by age. */
  readonly order: number;
  readonly text: string;
  /** Account that wrote it, as in the marks of its comments. */
  readonly author: string;
  /** True if the own account wrote it. */
  readonly isOwn: boolean;
  /** Returns whether the author can write to the repository. */
  readonly canAuthorWrite: () => Promise<boolean>;
}

export interface HostStatus {
  readonly commit: string;
  /** Identifies the status. At most 40 characters. */
  readonly key: string;
  readonly state: GateState;
  readonly name: string;
  /** At most 140 characters. */
  readonly description: string;
  readonly url: string;
}

interface OpenPullRequest {
  /** Hash of the head commit, which may be abbreviated; empty if there is none. */
  readonly head: string;
  readonly setStatus: (status: HostStatus, isHead: boolean) => Promise<void>;
}

/** A pull request of a service that hosts repositories. */
export interface CodeHost {
  /** Name for users. */
  readonly name: string;
  readonly format: CommentFormat;
  /** Returns the mark as a line of a comment that readers do not see. */
  readonly hiddenLine: (mark: string) => string;
  readonly open: () => Promise<OpenPullRequest>;
  /** Returns the own account for marks; `null` if the code host only lets authors change comments. */
  readonly account: () => Promise<string | null>;
  /** Returns the comments that the account may be able to change, of all pages. */
  readonly comments: () => Promise<readonly HostComment[]>;
  readonly create: (text: string) => Promise<void>;
  readonly update: (id: string, text: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
}

/** Hidden line of code hosts that do not display HTML comments. */
export function htmlComment(mark: string): string {
  return `<!-- ${mark} -->`;
}
