import type { Artifact, ResultDetail } from "@plumb/contract/runs/results.ts";
import { call, seedProject, send, type TestApp } from "./app.ts";
import { playwright } from "./reports.ts";

interface SentFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: string | Uint8Array;
}

/** Uploads a failed test with these files. Returns its artifacts in this order, as a request with these headers receives them. */
export async function sendArtifacts(
  plumb: TestApp,
  files: readonly SentFile[],
  headers: Record<string, string> = {},
): Promise<Artifact[]> {
  const { key, token } = await seedProject(plumb);
  // Each file has its own folder, so that names may be equal.
  const attachments = files.map(({ name, contentType }, index) => ({
    name,
    contentType,
    path: `/ci/results/${index}/${name}`,
  }));
  const uploaded = files.map(({ name, content }, index) => [`results/${index}/${name}`, content] as const);
  const report = playwright([{ title: "adds", attempts: ["failed"], attachments }]);
  const { body } = await send(plumb, key, { "report.json": report, ...Object.fromEntries(uploaded) });
  const { reportId } = body.data;
  const rows = await call<{ data: { id: number }[] }>(plumb, "GET", `/api/reports/${reportId}/results`, { token });
  const detail = await plumb.app.inject({
    url: `/api/reports/${reportId}/results/${rows.body.data[0]?.id}`,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  return detail.json<{ data: ResultDetail }>().data.artifacts;
}
