import type { Endpoint } from "@plumb/contract/endpoint.ts";
import { escapeHtml } from "#core/escape-html.ts";

/** Returns an HTML page that lists all endpoints of the contract. */
export function apiPage(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map(
    ({ method, path, summary, allow }) =>
      `<tr><td><code>${method}</code></td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(summary)}</td><td>${escapeHtml(allow)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API - Plumb</title><style>
:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #8884;vertical-align:top}
code{font:13px ui-monospace,monospace}div{overflow-x:auto}</style></head><body><h1>API</h1>
<p>Schemas and limits: <a href="/api/openapi.json">openapi.json</a>. Send <code>Authorization: Bearer &lt;token or API key&gt;</code>.</p>
<div><table><thead><tr><th>Method</th><th>Path</th><th>Description</th><th>Access</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>
</body></html>`;
}
