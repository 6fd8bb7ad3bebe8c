import { fsyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { type CallableModule, keepParserUnoptimised } from "./parser-compilation.ts";

interface EmscriptenModule extends CallableModule {
  readonly FS: {
    readonly filesystems: Record<string, { stream_ops: { fsync?: (stream: { nfd: number }) => number } }>;
  };
}

/**
 * PGlite's folder on disk with a working fsync. PGlite disables fsync and its file system ignores the call, so a
 * power failure would lose acknowledged commits.
 */
export class DurableFS extends NodeFS {
  override async init(...[database, options]: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(database, options);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...[emscriptenOpts.preRun ?? []].flat(), syncForReal, keepParserUnoptimised] as never,
      },
    };
  }
}

function syncForReal(module: EmscriptenModule): void {
  const nodeFileSystem = module.FS.filesystems["NODEFS"];
  if (nodeFileSystem === undefined) throw new Error("PGlite has no NODEFS: its commits would not be durable.");
  nodeFileSystem.stream_ops.fsync = (stream) => {
    fsyncSync(stream.nfd);
    return 0;
  };
}

/** PGlite's parameters without `-F` (fsync off), with memory limits for a laptop and a log that recovers in seconds. */
export const startParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...[
    "wal_sync_method=fsync",
    "shared_buffers=32MB",
    "max_wal_size=192MB",
    "wal_init_zero=off",
    "work_mem=8MB",
  ].flatMap((setting) => ["-c", setting]),
];
