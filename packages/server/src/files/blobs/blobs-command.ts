import { parseArgs } from "node:util";
import { formatBytes } from "@plumb/contract/figures.ts";
import { counted } from "@plumb/contract/text/counted.ts";
import { readBlobLocation } from "#config.ts";
import { moveBlobs, type MoveResult } from "./move-blobs.ts";
import { openBlobs } from "./open-blobs.ts";

const usage = `Usage: plumb-server blobs move --from <location> --to <location> [--sizes-only]

Copies all artifacts to another folder or bucket. It deletes nothing, may run while the server does, and can be repeated:
artifacts that were copied before are compared, and skipped if they are the same.

  --from, --to  a folder or s3://bucket/prefix; the PLUMB_S3_… variables describe the bucket
  --sizes-only  compare only the size of artifacts that were copied before, not their content

Exit codes: 0 all artifacts were copied, 1 some or all were not, 2 wrong arguments.
`;

const progressMs = 2000;

/** `plumb-server blobs …`. */
export async function blobsCommand(args: readonly string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(usage);
    return 0;
  }
  const options = optionsIn(args);
  if (typeof options === "string") {
    process.stderr.write(`${options}\n\n${usage}`);
    return 2;
  }
  return move(options);
}

interface Options {
  readonly from: string;
  readonly to: string;
  readonly trustsSizes: boolean;
}

/** Returns a message if the arguments are wrong. */
function optionsIn(args: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { from: { type: "string" }, to: { type: "string" }, "sizes-only": { type: "boolean", default: false } },
    });
    if (positionals.join(" ") !== "move") return "The only command is “blobs move”.";
    const { from, to } = values;
    if (from === undefined || to === undefined) return "Both --from and --to are needed.";
    return { from, to, trustsSizes: values["sizes-only"] };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function move({ from, to, trustsSizes }: Options): Promise<number> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  let latest: MoveResult | null = null;
  const timer = setInterval(() => latest !== null && process.stderr.write(`${progressOf(latest)}\n`), progressMs);
  try {
    const locations = [
      readBlobLocation(from, "--from", process.env),
      readBlobLocation(to, "--to", process.env),
    ] as const;
    if (JSON.stringify(locations[0]) === JSON.stringify(locations[1])) throw new Error("--from and --to are the same.");
    const result = await moveBlobs({
      from: openBlobs(locations[0]),
      to: openBlobs(locations[1]),
      trustsSizes,
      signal: stop.signal,
      onProgress: (current) => {
        latest = current;
      },
    });
    for (const { projectId, hash, reason } of result.failed)
      process.stderr.write(`Not copied: ${hash} of project ${projectId}, because ${reason}.\n`);
    process.stdout.write(`${summaryOf(result, stop.signal.aborted)}\n`);
    return result.failed.length > 0 || stop.signal.aborted ? 1 : 0;
  } catch (error) {
    if (latest !== null) process.stdout.write(`${summaryOf(latest, true)}\n`);
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    clearInterval(timer);
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}

function progressOf({ copied, copiedBytes, present, failed }: MoveResult): string {
  const total = counted(copied + present + failed.length, "artifact");
  return `${total}: ${copied.toLocaleString("en")} copied (${formatBytes(copiedBytes)}), ${present.toLocaleString("en")} already there, ${failed.length.toLocaleString("en")} failed`;
}

function summaryOf(result: MoveResult, isInterrupted: boolean): string {
  return `${progressOf(result)}.${isInterrupted ? " Interrupted: run the command again to continue." : ""}`;
}
