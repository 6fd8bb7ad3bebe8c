import { PGlite } from "@electric-sql/pglite";
import { DurableFS, startParameters } from "#store/embedded/durable-fs.ts";

/** Creates an empty cluster. A process of its own, because it takes 500 MB that only the end of a process gives back. */
const folder = process.argv[2];
if (folder === undefined) throw new Error("Which folder?");
const database = new PGlite({ fs: new DurableFS(folder), startParams: startParameters });
await database.waitReady;
await database.close();
