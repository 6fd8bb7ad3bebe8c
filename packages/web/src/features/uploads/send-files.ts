import { UnexpectedResponseError, NetworkError, refusedError } from "@plumb/client/call-error.ts";
import { requestUrl } from "@plumb/client/request-url.ts";
import { type FileVerdict, type UploadedRun, upload } from "@plumb/contract/runs/ingest.ts";
import { expireSession, readToken } from "#lib/session/session.ts";
import type { UploadDetails } from "./upload-details.ts";

export interface UploadReply {
  readonly runs: readonly UploadedRun[];
  readonly files: readonly FileVerdict[];
}

export interface FileToSend {
  /** Relative path, so that a report finds the artifacts it refers to. */
  readonly name: string;
  readonly file: Blob;
}

interface Sending {
  readonly projectId: number;
  readonly details: UploadDetails;
  /** In bytes of the whole request body. */
  readonly onProgress: (sent: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** Sends files in one multipart request with XMLHttpRequest, because `fetch` cannot report upload progress. */
export function sendFiles(
  files: readonly FileToSend[],
  { projectId, details, onProgress, signal }: Sending,
): Promise<UploadReply> {
  const form = new FormData();
  for (const { name, file } of files) form.append("files", file, name);
  const request = new XMLHttpRequest();
  request.open(upload.method, requestUrl("", upload.path, {}, { projectId, ...details }));
  request.setRequestHeader("accept", "application/json");
  const token = readToken();
  if (token !== null) request.setRequestHeader("authorization", `Bearer ${token}`);
  return new Promise((resolve, reject) => {
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded, total));
    request.addEventListener("load", () => {
      if (request.status === 401 && token !== null) expireSession(token);
      if (request.status < 200 || request.status > 299) {
        reject(refusedError(request.status, request.responseText, request.getResponseHeader("retry-after")));
        return;
      }
      const response = replyOf(request.responseText);
      if (response === null) reject(new UnexpectedResponseError("The response to the upload could not be read."));
      else resolve(response);
    });
    request.addEventListener("error", () => reject(new NetworkError("The connection was lost during the upload.")));
    request.addEventListener("abort", () => reject(signal.reason));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}

function replyOf(text: string): UploadReply | null {
  try {
    const body = JSON.parse(text) as { data: UploadedRun | UploadedRun[]; files: FileVerdict[] };
    return { runs: Array.isArray(body.data) ? body.data : [body.data], files: body.files };
  } catch {
    return null;
  }
}
