/**
 * Folders and files that still have sentences to rewrite, by kind of text. Everything else is checked. Remove an entry when its
 * sentences are rewritten; never add one.
 *
 * @type {Readonly<Record<import("./habits.mjs").Kind, readonly string[]>>}
 */
export const pending = {
  docs: [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "docs/adding-an-endpoint.md",
    "docs/decisions/0001-own-multiplexer.md",
    "docs/decisions/0003-generations.md",
    "docs/decisions/0004-own-xml-reader.md",
    "docs/decisions/0005-accounts-of-a-provider.md",
    "docs/decisions/0006-reading-threads.md",
    "docs/decisions/0007-second-origin.md",
    "docs/decisions/0008-exports-in-one-pass.md",
    "docs/decisions/0009-tests-beside-their-report.md",
    "docs/decisions/0010-by-hand-or-by-library.md",
    "docs/decisions/0011-one-job-engine.md",
    "docs/decisions/0012-one-pool-of-threads.md",
    "docs/decisions/0013-results-in-columns.md",
    "docs/decisions/0014-groups-and-verdicts.md",
    "docs/decisions/0015-language-model.md",
    "docs/decisions/0016-failures-in-columns.md",
    "docs/decisions/0017-rules-of-a-project.md",
    "docs/decisions/0018-where-an-upload-goes.md",
    "docs/decisions/0019-live-runs.md",
    "docs/decisions/0020-projects-newer-than-statistics.md",
    "docs/decisions/0021-copied-rows.md",
    "docs/decisions/0022-repeats-variants-and-reruns.md",
    "docs/decisions/0024-new-back-known-resolved.md",
    "docs/failure-analysis.md",
    "docs/tests.md",
  ],
  text: ["packages/cli/", "packages/contract/", "packages/server/src/exports/"],
  test: ["packages/server/src/core/", "packages/server/src/http/", "packages/server/src/store/"],
  comment: ["packages/analysis/", "packages/formats/", "packages/server/src/store/"],
};
