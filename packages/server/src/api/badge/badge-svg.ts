import { formatCount } from "@plumb/contract/figures.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { plainLine } from "@plumb/contract/text/plain.ts";
import { escapeHtml } from "#core/escape-html.ts";
import type { BranchState } from "#store/runs/branch-state.ts";

/** Colours with a contrast of at least 4.5 to white. */
const colours = { label: "#3f4650", passed: "#1a7f37", failed: "#c62828", none: "#646c76" } as const;

const maxBranch = 40;
const padding = 8;

/**
 * Returns a branch's badge.
 *
 * @param branch `null` for the main branches, whose names are not shown.
 */
export function badgeSvg(branch: string | null, state: BranchState): string {
  const label = branch === null ? "tests" : `tests on ${cut(plainLine(branch), maxBranch)}`;
  const [text, color] = outcome(state);
  const [left, right] = [widthOf(label), widthOf(text)];
  const title = escapeHtml(`${label}: ${text}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="${colours.label}"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g>`,
    `<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    `${textPart(label, 0, left)}${textPart(text, left, right)}</g></svg>`,
  ].join("");
}

function textPart(content: string, x: number, width: number): string {
  return `<text x="${x + width / 2}" y="14" textLength="${width - 2 * padding}">${escapeHtml(content)}</text>`;
}

function outcome({ suites, redSuites, passed, failed }: BranchState): readonly [text: string, colour: string] {
  if (suites === 0) return ["no runs", colours.none];
  // A run can be red without a failed test, for example if it was interrupted.
  if (redSuites > 0) return [failed === 0 ? "failed" : `${formatCount(failed)} failed`, colours.failed];
  return [`${formatCount(passed)} passed`, colours.passed];
}

/** Estimates the width of a text in pixels. `textLength` corrects the difference. */
function widthOf(text: string): number {
  const wide = text.match(/[\u2e80-\uffff]/g)?.length ?? 0;
  const width = 12 * wide + 6.6 * (text.length - wide);
  return Math.ceil(width) + 2 * padding;
}
