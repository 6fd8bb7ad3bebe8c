import type { CommitRange, SuspectedCommit, Suspects } from "@plumb/contract/failures/suspects.ts";
import { SuspectsView } from "./suspects-view.tsx";

const range: CommitRange = {
  branch: "main",
  environment: "staging",
  after: { id: 81, number: 41, commit: "a".repeat(40), at: "2030-01-01T00:00:00Z" },
  until: { id: 82, number: 42, commit: "d".repeat(40), at: "2030-01-02T00:00:00Z" },
  known: 12,
  withFiles: 10,
  complete: false,
  diverged: false,
};

const commit: SuspectedCommit = {
  hash: "c".repeat(40),
  subject: "Compute discounts per line",
  author: "Mira Lindqvist",
  committedAt: "2030-01-01T22:00:00Z",
  url: `https://git.example.test/ada/shop/commit/${"c".repeat(40)}`,
  fileCount: 7,
  fromPullRequest: false,
  reasons: ["It changes total.ts, which is in the stack of the error.", "It changes dependencies (package-lock.json)."],
  files: ["src/cart/total.ts", "package-lock.json"],
};

const full: Suspects = {
  range,
  suspects: [
    commit,
    {
      ...commit,
      hash: "b".repeat(40),
      subject: "",
      url: null,
      fileCount: null,
      fromPullRequest: true,
      reasons: ["The names of its changed files are unknown."],
      files: [],
    },
  ],
  fixedBefore: [
    {
      groupId: 7,
      error: "Error: total is 4",
      same: false,
      range: { ...range, known: 1, withFiles: 1, complete: true, environment: "default" },
      commits: [{ ...commit, subject: "Round totals once", reasons: ["It is the only commit between the two runs."] }],
      items: [{ id: 3, title: "Wrong totals", status: "resolved" }],
    },
    {
      groupId: 8,
      error: "Error: total is 3",
      same: true,
      range: { ...range, known: 0, withFiles: 0 },
      commits: [],
      items: [],
    },
  ],
};

function Page({ suspects }: { readonly suspects: Suspects }) {
  return (
    <main>
      <h1>Cause</h1>
      <SuspectsView suspects={suspects} level={2} />
    </main>
  );
}

export const Full = () => <Page suspects={full} />;
const unrelated = (letter: string, subject: string): SuspectedCommit => ({
  ...commit,
  hash: letter.repeat(40),
  subject,
  reasons: ["It changes none of the files in the error."],
  files: [],
});

/** Two commits of the range have nothing to do with the error. */
export const Unrelated = () => (
  <Page
    suspects={{
      ...full,
      suspects: [commit, unrelated("e", "Add Polish"), unrelated("f", "Log slow queries")],
      fixedBefore: [],
    }}
  />
);
/** No commit stands out, so all are listed. */
export const NoReason = () => (
  <Page suspects={{ ...full, suspects: [unrelated("e", "Add Polish"), unrelated("f", "Log")], fixedBefore: [] }} />
);
export const SameCommit = () => (
  <Page suspects={{ range: { ...range, known: 0, withFiles: 0, complete: true }, suspects: [], fixedBefore: [] }} />
);
export const Rewritten = () => (
  <Page suspects={{ ...full, range: { ...range, complete: true, diverged: true }, fixedBefore: [] }} />
);
export const Nothing = () => <Page suspects={{ range: null, suspects: [], fixedBefore: [] }} />;
export const Hostile = () => (
  <Page
    suspects={{
      ...full,
      suspects: [
        {
          ...commit,
          subject: `<img src=x onerror="document.title='pwned'">${"x".repeat(400)}`,
          author: "\u202Eecila",
          files: ["two\nlines and  spaces.ts", `${"deep/".repeat(40)}end.ts`],
          reasons: [`It changes ${"y".repeat(80)}.ts, near ${"z".repeat(80)}.ts.`],
        },
      ],
    }}
  />
);
