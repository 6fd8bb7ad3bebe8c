import { randomBytes } from "node:crypto";
import { AnswerError, NetworkError, RefusedError } from "@plumb/client/call-error.ts";
import { createClient } from "@plumb/client/client.ts";
import { retry, type RetrySetup } from "@plumb/client/retry.ts";
import { type FileVerdict, upload, type UploadedRun, type UploadRefusal } from "@plumb/contract/runs/ingest.ts";
import { explained } from "#ask.ts";
import type { LocalFile } from "#find-files.ts";
import { multipartBody } from "#multipart.ts";
import type { Progress } from "#progress.ts";
import type { UploadSettings } from "#settings.ts";
import { UploadError } from "#upload-error.ts";

export interface Receipt {
  readonly runs: readonly UploadedRun[];
  readonly files: readonly FileVerdict[];
}

/**
 * Sends files in one request, again and again while it may help. A repeat changes nothing that already arrived: the
 * server knows a file by its content.
 *
 * @throws UploadError
 */
export async function send(
  settings: UploadSettings,
  files: readonly LocalFile[],
  progress: Progress,
  retrySetup: RetrySetup,
): Promise<Receipt> {
  const client = createClient({ baseUrl: settings.url, token: () => settings.key, fetch: streamingFetch });
  const body = multipartBody(files, randomBytes(18).toString("base64url"));
  try {
    const { data, files: verdicts } = await retry(retrySetup, async () => {
      progress.begin(body.size);
      const stream = body.stream(progress.advance);
      try {
        return await client.call(upload, {
          query: settings.query,
          body: stream,
          headers: { "content-type": body.contentType },
        });
      } catch (error) {
        throw uploadErrorBehind(error) ?? error;
      } finally {
        progress.end();
      }
    });
    return { runs: Array.isArray(data) ? data : [data], files: verdicts };
  } catch (error) {
    throw uploadError(error);
  }
}

/**
 * Node's fetch keeps a copy of a streamed body for a redirect, and with it the whole file in memory, unless it may not
 * follow one and has no window.
 */
async function streamingFetch(url: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: "error", window: null });
  } catch (error) {
    const { cause } = error as Error;
    if (!(cause instanceof Error && cause.message === "unexpected redirect")) throw error;
    throw new UploadError("The server answers with a redirect. Is this its final address (https, host, path)?");
  }
}

/** What fails while the body is made breaks the request, which then looks like the network's fault. */
function uploadErrorBehind(error: unknown): UploadError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof UploadError) return cause;
  return undefined;
}

/** What people hear of a failed call; anything else as it is. */
export function uploadError(error: unknown): unknown {
  if (error instanceof RefusedError) return new UploadError(explained(error), verdictsOf(error.body));
  if (error instanceof NetworkError || error instanceof AnswerError) return new UploadError(error.message);
  return error;
}

function verdictsOf(body: unknown): readonly FileVerdict[] {
  const { files } = (body ?? {}) as Partial<UploadRefusal>;
  return Array.isArray(files) ? files : [];
}
