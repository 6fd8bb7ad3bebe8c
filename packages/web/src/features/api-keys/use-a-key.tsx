import type { Project } from "@plumb/contract/projects/projects.ts";
import { UploadCommands } from "#ui/code/upload-commands.tsx";
import styles from "./use-a-key.module.css";

interface UseAKeyProps {
  readonly project: Pick<Project, "id" | "name" | "type">;
  readonly address: string;
  /** Key that was just created, if it can send reports. */
  readonly apiKey: string | undefined;
}

/** Examples that use a key, with copy buttons. */
export function UseAKey({ project, address, apiKey }: UseAKeyProps) {
  return (
    <div className={styles["use"]}>
      <h2>Send reports with a key</h2>
      <UploadCommands address={address} project={project} apiKey={apiKey} />
    </div>
  );
}
