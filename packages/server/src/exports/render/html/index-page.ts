import type { Report } from "@plumb/contract/runs/reports.ts";
import { escapeHtml } from "#core/escape-html.ts";

/** The page can only load files next to it, from disk (`file:`) or a server, and cannot send anything. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self' file:",
  "style-src 'self' file: 'unsafe-inline'",
  "img-src 'self' file: data:",
  "media-src 'self' file:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Returns the page of an export. Without scripts, it still shows the report and its outcome. */
export function indexPage(report: Report, title: string): string {
  const { summary } = report;
  const ended = `${summary.total} tests: ${summary.passed} passed, ${summary.failed} failed, ${summary.errored} errored, ${summary.skipped} skipped`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${escapeHtml(contentPolicy)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>${escapeHtml(title)}</title>
    <link rel="stylesheet" href="viewer/viewer.css">
    <script defer src="viewer/viewer.js"></script>
    <script defer src="data/report.js"></script>
  </head>
  <body>
    <div id="root"><p>Loading the report. If nothing appears, unpack the whole zip first, then open this file.</p></div>
    <noscript><h1>${escapeHtml(title)}</h1><p>${escapeHtml(ended)}</p><p>JavaScript is required to show the tests.</p></noscript>
  </body>
</html>
`;
}
