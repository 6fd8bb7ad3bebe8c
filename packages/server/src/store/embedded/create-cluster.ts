import { PGlite } from "@electric-sql/pglite";
import { DurableFS, startParameters } from "#store/embedded/durable-fs.ts";

/** Creates an empty cluster. It runs in a separate process because it takes 500 MB that are freed only when the process ends. */
const folder = process.argv[2];
if (folder === undefined) throw new Error("Which folder?");
const database = new PGlite({ fs: new DurableFS(folder), startParams: startParameters });
await database.waitReady;
await database.close();
