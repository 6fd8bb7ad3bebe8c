import { useServerAddress } from "#lib/session/server-address.ts";
import { UploadCommands } from "#ui/upload-commands.tsx";
import styles from "./use-a-key.module.css";

/** What a key is for, ready to copy. */
export function UseAKey({ project }: { readonly project: { readonly id: number; readonly name: string } }) {
  return (
    <div className={styles["use"]}>
      <h2>Send reports with a key</h2>
      <UploadCommands address={useServerAddress()} project={project} />
    </div>
  );
}
