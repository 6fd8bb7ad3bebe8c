/** Reason why an artifact could not be loaded: the link expired, the file was deleted, or the request failed. */
export type LoadProblem = "expired" | "gone" | "failed";

export class ArtifactError extends Error {
  readonly problem: LoadProblem;
  readonly url: string;

  constructor(problem: LoadProblem, url: string) {
    super(`The artifact could not be loaded: ${problem}.`);
    this.problem = problem;
    this.url = url;
  }
}

export interface Part {
  readonly bytes: Uint8Array;
  /** Size of the whole file. */
  readonly size: number;
}

/** Returns a URL whose content comes from the server itself. Scripts cannot read what the server redirects to its storage. */
export function withoutRedirect(url: string): string {
  return url.startsWith("/api/artifacts/") ? `${url}?redirect=false` : url;
}

/**
 * Reads up to `length` bytes, starting at `from`.
 * @throws ArtifactError
 */
export async function fetchPart(url: string, from: number, length: number, signal: AbortSignal): Promise<Part> {
  const response = await ask(withoutRedirect(url), {
    headers: { range: `bytes=${from}-${from + length - 1}` },
    signal,
  });
  const total = Number(/\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1]);
  // Ranges of an empty file cannot be requested.
  if (response.status === 416) return { bytes: new Uint8Array(), size: total };
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status === 206) return { bytes, size: total };
  return { bytes: bytes.subarray(from, from + length), size: bytes.length };
}

/** Returns why an `img` or a `video` could not be loaded, because the element does not report the reason. */
export async function loadProblemOf(url: string): Promise<LoadProblem> {
  try {
    await ask(url, { method: "HEAD" });
    return "failed";
  } catch (error) {
    return error instanceof ArtifactError ? error.problem : "failed";
  }
}

async function ask(url: string, options: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, options);
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    throw new ArtifactError("failed", url);
  }
  if (response.ok || response.status === 416) return response;
  const problem = response.status === 403 ? "expired" : [404, 410].includes(response.status) ? "gone" : "failed";
  throw new ArtifactError(problem, url);
}
