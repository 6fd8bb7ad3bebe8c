import type { Report } from "@plumb/contract/runs/reports.ts";

interface Page {
  readonly data: Report[];
}

/** Returns the pages with newer versions of their reports, or the same pages if nothing changed. */
export function withNewer<P extends Page>(pages: P[], newer: readonly Report[]): P[] {
  const byId = new Map(newer.map((report) => [report.id, report]));
  let changed = false;
  const next = pages.map((page) => {
    if (!page.data.some((report) => differs(report, byId.get(report.id)))) return page;
    changed = true;
    return { ...page, data: page.data.map((report) => byId.get(report.id) ?? report) };
  });
  return changed ? next : pages;
}

/** Returns the number of newest reports that are not shown yet. */
export function countUnseen(visible: readonly Report[], newest: readonly Report[]): number {
  const seen = new Set(visible.map(({ id }) => id));
  return newest.filter(({ id }) => !seen.has(id)).length;
}

function differs(report: Report, newer: Report | undefined): boolean {
  return newer !== undefined && newer !== report && JSON.stringify(newer) !== JSON.stringify(report);
}
