import { accounts } from "./accounts.ts";

export interface Try {
  readonly label: string;
  readonly runs: number;
  /** Whether the failure with the ticket occurs, and a failure that never occurred before. */
  readonly withSearchFailure: boolean;
  readonly withNewFailure: boolean;
  readonly ofPullRequest: boolean;
}

const passing: Try = {
  label: "A run that passes",
  runs: 1,
  withSearchFailure: false,
  withNewFailure: false,
  ofPullRequest: false,
};

/** Runs that the page can send. */
export const tries: Readonly<Record<string, Try>> = {
  new: { ...passing, label: "A run with a new cause", withNewFailure: true },
  search: { ...passing, label: "A run with the failed search", withSearchFailure: true },
  passing,
  twenty: { ...passing, label: "20 runs that pass", runs: 20 },
  "pull-request": {
    label: `A run of pull request ${accounts.github.pullRequest}`,
    runs: 1,
    withSearchFailure: true,
    withNewFailure: true,
    ofPullRequest: true,
  },
};
