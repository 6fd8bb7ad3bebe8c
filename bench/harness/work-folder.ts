import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface WorkFolder extends Disposable {
  readonly path: string;
  /** A new folder in it. `shared`: another user, such as the one PostgreSQL runs as, may write into it. */
  folder(name: string, shared?: "shared"): string;
}

/** Room for one program's files in the system's temporary folder; gone at the end of the scope. */
export function workFolder(): WorkFolder {
  const path = mkdtempSync(join(tmpdir(), "plumb-bench-"));
  chmodSync(path, 0o755);
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  // Also where the bench is ended before its time: the databases in here are large.
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
