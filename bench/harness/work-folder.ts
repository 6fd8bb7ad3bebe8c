import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface WorkFolder extends Disposable {
  readonly path: string;
  /** Creates a subfolder. With `shared`, other users can write into it, such as the user of PostgreSQL. */
  folder(name: string, shared?: "shared"): string;
}

/** Creates a temporary folder for a program's files, which is removed at the end of the scope. */
export function workFolder(): WorkFolder {
  const path = mkdtempSync(join(tmpdir(), "plumb-bench-"));
  chmodSync(path, 0o755);
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  // Also removed if the bench is interrupted, because the databases in it are large.
  process.once("exit", remove);
  return {
    path,
    folder(name, shared) {
      const made = join(path, name);
      mkdirSync(made, { recursive: true });
      if (shared !== undefined) chmodSync(made, 0o777);
      return made;
    },
    [Symbol.dispose]() {
      process.off("exit", remove);
      remove();
    },
  };
}
