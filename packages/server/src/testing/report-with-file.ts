import { playwright } from "./reports.ts";

/** Returns a request body with a report of passed tests, of which the first has a file. */
export function reportWithFile(build: string, tests: number, startTime: string): FormData {
  const attachments = [{ name: "log.txt", contentType: "text/plain", path: "/ci/log.txt" }];
  const results = Array.from({ length: tests }, (_, index) => ({
    title: `case ${index}`,
    attempts: ["passed" as const],
    ...(index === 0 ? { attachments } : {}),
  }));
  const form = new FormData();
  form.append("files", new Blob([playwright(results).replaceAll(/2026-03-04T[\d:.]+Z/g, startTime)]), "report.json");
  form.append("files", new Blob([contentOf(build)]), "log.txt");
  return form;
}

/** Returns the content of a report's file. */
export function contentOf(build: string): string {
  return `log of ${build}\n`.repeat(200);
}

/** Returns the contents of a report's files, as its server returns them. */
export async function filesOfReport(
  { url, read }: { readonly url: string; readonly read: <Body>(path: string) => Promise<Body> },
  reportId: number,
): Promise<string[]> {
  const results = await read<{ data: { id: number }[] }>(`/api/reports/${reportId}/results?limit=200`);
  for (const { id } of results.data) {
    const { data } = await read<{ data: { artifacts: { url: string | null }[] } }>(
      `/api/reports/${reportId}/results/${id}`,
    );
    const files = data.artifacts.map(async (file) =>
      file.url === null ? "not stored" : (await fetch(new URL(file.url, url))).text(),
    );
    if (files.length > 0) return Promise.all(files);
  }
  return [];
}
