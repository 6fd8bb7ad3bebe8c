import { randomBytes } from "node:crypto";
import { UnexpectedResponseError, NetworkError, RefusedError } from "@plumb/client/call-error.ts";
import { createClient } from "@plumb/client/client.ts";
import { retry, type RetrySetup } from "@plumb/client/retry.ts";
import { type FileVerdict, upload, type UploadedRun, type UploadRefusal } from "@plumb/contract/runs/ingest.ts";
import { httpFetch } from "@plumb/reporter-core/http-fetch.ts";
import { refusalMessage } from "#server/send-request.ts";
import type { LocalFile } from "#files/find-files.ts";
import { multipartBody } from "./multipart.ts";
import type { Progress } from "#output/progress.ts";
import type { UploadSettings } from "./upload-settings.ts";
import { UploadError } from "./upload-error.ts";

export interface UploadReceipt {
  readonly runs: readonly UploadedRun[];
  readonly files: readonly FileVerdict[];
}

/** Longer than a busy server takes to record a million tests. */
const maxSilenceMs = 15 * 60_000;

/**
 * Sends files in one request, with retries where they can help. A retry does not duplicate anything, because the server identifies files by their
 * content.
 *
 * @param silenceMs How long to wait for a server that neither reads nor responds.
 * @throws UploadError
 */
export async function sendUpload(
  settings: UploadSettings,
  files: readonly LocalFile[],
  progress: Progress,
  retrySetup: RetrySetup,
  silenceMs = maxSilenceMs,
): Promise<UploadReceipt> {
  const client = createClient({ baseUrl: settings.url, token: () => settings.key, fetch: httpFetch });
  const body = multipartBody(files, randomBytes(18).toString("base64url"));
  try {
    const { data, files: verdicts } = await retry(retrySetup, async () => {
      progress.begin(body.size);
      const silence = new AbortController();
      const timer = setTimeout(() => silence.abort(), silenceMs);
      let unsentBytes = body.size;
      const stream = body.stream((count) => {
        unsentBytes -= count;
        timer.refresh();
        progress.advance(count);
      });
      try {
        return await client.call(upload, {
          query: settings.query,
          body: stream,
          headers: { "content-type": body.contentType },
          signal: silence.signal,
        });
      } catch (error) {
        // Not retried: the retries would take hours, and the server may have recorded the files already.
        if (silence.signal.aborted) throw new UploadError(silenceText(settings, silenceMs, unsentBytes > 0));
        throw findUploadError(error) ?? error;
      } finally {
        clearTimeout(timer);
        progress.end();
      }
    });
    return { runs: Array.isArray(data) ? data : [data], files: verdicts };
  } catch (error) {
    throw toUploadError(error);
  }
}

function silenceText({ url }: UploadSettings, ms: number, isUnsent: boolean): string {
  const time = ms >= 60_000 ? `${Math.round(ms / 60_000)} minutes` : `${ms} ms`;
  if (isUnsent) return `The server stopped reading the files for ${time} and did not respond. Nothing was stored.`;
  return `The server received all files and did not respond for ${time}. It may have recorded them: ${url}/uploads shows their outcome.`;
}

/** Finds an error from creating the body, which aborts the request and looks like a network error. */
function findUploadError(error: unknown): UploadError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof UploadError) return cause;
  return undefined;
}

/** Converts a failed request to an `UploadError` with a message for users. Returns other errors unchanged. */
export function toUploadError(error: unknown): unknown {
  if (error instanceof RefusedError)
    return new UploadError(refusalMessage(error), verdictsOf(error.body), addressOf(error.body));
  if (error instanceof NetworkError || error instanceof UnexpectedResponseError) return new UploadError(error.message);
  return error;
}

function verdictsOf(body: unknown): readonly FileVerdict[] {
  const { files } = (body ?? {}) as Partial<UploadRefusal>;
  return Array.isArray(files) ? files : [];
}

function addressOf(body: unknown): string | null {
  const { uploadUrl } = (body ?? {}) as Partial<UploadRefusal>;
  return typeof uploadUrl === "string" ? uploadUrl : null;
}
