import { open } from "node:fs/promises";
import type { LocalFile } from "./find-files.ts";

/** Completeness of a file that no longer changes. `unknown` if its content does not show whether it is complete. */
export type Completeness = "complete" | "incomplete" | "unknown";

const sampleBytes = 4096;

/** Checks the first and last bytes: a complete document ends with the closing tag or bracket of its start. */
export async function completenessOf({ path, name, size }: LocalFile): Promise<Completeness> {
  if (/\.(?:jsonl|ndjson|tap)$/i.test(name)) return "unknown";
  const kind = /\.(xml|trx|json|zip)$/i.exec(name)?.[1]?.toLowerCase();
  if (kind === undefined) return "complete";
  const ends = await readEnds(path, size);
  if (ends === null) return "unknown";
  const { head, tail } = ends;
  if (kind === "zip")
    return head.startsWith("PK\u0003") && !tail.includes("PK\u0005\u0006") ? "incomplete" : "complete";
  if (kind === "json") return /^[{[]/.test(head) && !/[}\]]$/.test(tail) ? "incomplete" : "complete";
  const [, root] = /<([A-Za-z_][\w.:-]*)/.exec(head.replaceAll(/<!--.*?-->/gs, "")) ?? [];
  if (root === undefined) return "unknown";
  return tail.endsWith(`</${root}>`) || tail.endsWith("/>") || tail.endsWith("-->") ? "complete" : "incomplete";
}

async function readEnds(path: string, size: number): Promise<{ readonly head: string; readonly tail: string } | null> {
  try {
    await using file = await open(path);
    const read = async (from: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, from);
      return buffer.toString("latin1", 0, bytesRead).replaceAll("\u0000", "").trim();
    };
    return {
      head: (await read(0)).replace(/^\u00ef\u00bb\u00bf|^\u00ff\u00fe|^\u00fe\u00ff/, ""),
      tail: await read(Math.max(0, size - sampleBytes)),
    };
  } catch {
    return null;
  }
}
