/** Why an artifact does not come: its link is too old, its file is gone, or the way to it is broken. */
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
  /** Of the whole file. */
  readonly size: number;
}

/** Reads `length` bytes from `from` on, less at the end. @throws ArtifactError */
export async function fetchPart(url: string, from: number, length: number, signal: AbortSignal): Promise<Part> {
  const response = await ask(url, { headers: { range: `bytes=${from}-${from + length - 1}` }, signal });
  const total = Number(/\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1]);
  // An empty file has no part that could be asked for.
  if (response.status === 416) return { bytes: new Uint8Array(), size: total };
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status === 206) return { bytes, size: total };
  return { bytes: bytes.subarray(from, from + length), size: bytes.length };
}

/** Why an `img` or a `video` did not load, which the element does not report. */
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
