import { formatCount } from "#figures.ts";
import { escapeText } from "#text/markdown.ts";
import { linkAddress } from "#text/plain.ts";
import type { LostTest, PullRequestSuiteChanges } from "./pull-request.ts";
import { caughtText, fewerAssertionsText, raisedText, suiteChangeTitles } from "./suite-change-text.ts";

/** Returns the lists of tests that a pull request removed, skipped, made less strict or renamed. */
export function suiteChangeLists(changes: PullRequestSuiteChanges): string[] {
  const { removed, renamed, newlySkipped, fewerAssertions } = changes;
  return [
    ...bulletedList(suiteChangeTitles.removed, removed.count, removed.tests.map(lostTest)),
    ...bulletedList(suiteChangeTitles.newlySkipped, newlySkipped.count, newlySkipped.tests.map(lostTest)),
    ...bulletedList(
      suiteChangeTitles.fewerAssertions,
      fewerAssertions.count,
      fewerAssertions.tests.map((test) => `${link(test.name, test.url)} ${fewerAssertionsText(test)}`),
    ),
    ...raisedLimits("raisedRetries", changes),
    ...raisedLimits("raisedTimeouts", changes),
    ...bulletedList(
      suiteChangeTitles.renamed,
      renamed.count,
      renamed.tests.map(({ before, name, url }) => `${escapeText(before)} → ${link(name, url)}`),
    ),
  ];
}

function lostTest(test: LostTest): string {
  const caught = caughtText(test);
  return `${link(test.name, test.url)}${caught === "" ? "" : `: ${caught}`}`;
}

function raisedLimits(kind: "raisedRetries" | "raisedTimeouts", changes: PullRequestSuiteChanges): string[] {
  const { count, limits } = changes[kind];
  const rows = limits.map((limit) => ({
    text: raisedText(kind, limit, { variant: escapeText(limit.variant), name: link(limit.test.name, limit.test.url) }),
    tests: limit.count,
  }));
  return groupList(suiteChangeTitles[kind], count, rows);
}

/** Returns a bulleted list of groups of tests that ends with the number of tests in unlisted groups. */
function groupList(title: string, count: number, rows: readonly { readonly text: string; readonly tests: number }[]) {
  const more = count - rows.reduce((total, { tests }) => total + tests, 0);
  return bulletedList(
    title,
    rows.length + more,
    rows.map(({ text }) => text),
  );
}

/** Returns a bulleted list that ends with the number of unlisted items, or nothing if `count` is 0. */
export function bulletedList(title: string, count: number, items: readonly string[]): string[] {
  if (count === 0) return [];
  const rows = items.map((item) => `- ${item}`);
  if (count > items.length) rows.push(`- and ${formatCount(count - items.length)} more`);
  return [`${title === "" ? "" : `${title}:\n\n`}${rows.join("\n")}`];
}

export function link(text: string, url: string): string {
  const address = linkAddress(url);
  const label = escapeText(text);
  return address === null ? label : `[${label}](<${address}>)`;
}
