import type { CommentFormat } from "@plumb/contract/runs/pull-request-comment.ts";

/** A comment of the account that the command uses. */
export interface OwnComment {
  readonly id: string;
  /** Sorts comments by age. */
  readonly order: number;
  readonly text: string;
}

interface HostStatus {
  readonly commit: string;
  /** Identifies the status. At most 40 characters. */
  readonly key: string;
  readonly passed: boolean;
  readonly name: string;
  /** At most 140 characters. */
  readonly description: string;
  readonly url: string;
}

/** A pull request of a service that hosts repositories. */
export interface CodeHost {
  /** Name for users. */
  readonly name: string;
  readonly pullRequest: string;
  readonly format: CommentFormat;
  /** Returns the marker as a line of a comment that readers do not see. */
  readonly hiddenLine: (marker: string) => string;
  /** Returns the hash of the head commit, which may be abbreviated. */
  readonly readHead: () => Promise<string>;
  /** Returns the comments of the own account, of all pages. */
  readonly ownComments: () => Promise<readonly OwnComment[]>;
  readonly create: (text: string) => Promise<void>;
  readonly update: (id: string, text: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly setStatus: (status: HostStatus) => Promise<void>;
}
