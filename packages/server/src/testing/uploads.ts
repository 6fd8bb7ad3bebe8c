import type { Upload, UploadDetails, UploadHealth } from "@plumb/contract/runs/uploads.ts";
import { call, type TestApp } from "./app.ts";

/** Returns the uploads of a project, newest first. */
export async function uploadsOf(
  plumb: TestApp,
  { projectId, token }: { readonly projectId: number; readonly token: string },
  query: Readonly<Record<string, string>> = {},
): Promise<Upload[]> {
  const url = `/api/projects/${projectId}/uploads?${new URLSearchParams(query).toString()}`;
  return (await call<{ data: Upload[] }>(plumb, "GET", url, { token })).body.data;
}

export async function uploadDetails(
  plumb: TestApp,
  { projectId, token }: { readonly projectId: number; readonly token: string },
  id: number,
): Promise<UploadDetails> {
  const url = `/api/projects/${projectId}/uploads/${id}`;
  return (await call<{ data: UploadDetails }>(plumb, "GET", url, { token })).body.data;
}

export async function healthOf(
  plumb: TestApp,
  { projectId, token }: { readonly projectId: number; readonly token: string },
): Promise<UploadHealth> {
  const url = `/api/projects/${projectId}/upload-health`;
  return (await call<{ data: UploadHealth }>(plumb, "GET", url, { token })).body.data;
}
