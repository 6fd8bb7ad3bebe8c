import type { Page } from "@playwright/test";
import type { SeededProduct } from "./product.ts";
import { playwrightReport } from "./report-files.ts";

/** One red pixel. */
const screenshot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

/** Uploads a report with a failed test that has a screenshot. Returns its id. */
export async function uploadWithScreenshot(
  { address, token, projectId }: SeededProduct,
  suite: string,
): Promise<number> {
  const form = new FormData();
  form.append("files", new Blob([playwrightReport()]), "report.json");
  form.append("files", new Blob([screenshot]), "test-results/pay/shot.png");
  const response = await fetch(`${address}/api/ingest/uploads?projectId=${projectId}&suite=${suite}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return ((await response.json()) as { data: { reportId: number } }).data.reportId;
}

/** Collects errors of a page that is opened from disk, and its requests that need a server. */
export function watchFromDisk(page: Page): string[] {
  const seen: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") seen.push(message.text());
  });
  page.on("pageerror", (error) => seen.push(error.message));
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) seen.push(request.url());
  });
  return seen;
}
