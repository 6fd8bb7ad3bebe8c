import { MemoryFS, PGlite } from "@electric-sql/pglite";
import { DurableFS, startParameters } from "./durable-fs.ts";
import { copyHeapsSparsely } from "./sparse-heap-copies.ts";

/**
 * Lets PGlite create the cluster directly in its folder, as it does for databases in memory. For other file systems, it creates the cluster in memory,
 * packs it into an archive of 39 MB and unpacks it, which takes 150 MB more.
 */
class DirectFS extends MemoryFS {
  private readonly target: DurableFS;

  constructor(folder: string) {
    super();
    this.target = new DurableFS(folder);
  }

  override init(...args: Parameters<MemoryFS["init"]>): ReturnType<MemoryFS["init"]> {
    [this.pg] = args;
    return this.target.init(...args);
  }
}

/** Creates an empty cluster. It runs in a separate process because it takes 250 MB that are freed only when the process ends. */
const folder = process.argv[2];
if (folder === undefined) throw new Error("Which folder?");
copyHeapsSparsely();
const database = new PGlite({
  fs: new DirectFS(folder),
  startParams: startParameters,
  // The cluster would fill the default of 128 MB up to its own size.
  initDbStartParams: ["-c", "shared_buffers=8MB"],
});
await database.waitReady;
await database.close();
