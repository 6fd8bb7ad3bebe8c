import type { Project } from "@plumb/contract/projects/projects.ts";
import { useServerAddress } from "#lib/session/server-address.ts";
import { UploadCommands } from "#ui/upload-commands.tsx";
import styles from "./use-a-key.module.css";

interface UseAKeyProps {
  readonly project: Pick<Project, "id" | "name" | "type">;
  /** The one that was just created, where it may send. */
  readonly apiKey: string | undefined;
}

/** Examples for a key, ready to copy. */
export function UseAKey({ project, apiKey }: UseAKeyProps) {
  return (
    <div className={styles["use"]}>
      <h2>Send reports with a key</h2>
      <UploadCommands address={useServerAddress()} project={project} apiKey={apiKey} />
    </div>
  );
}
