import { createContext } from "react";

/** Features of the artifact viewers that depend on their environment. */
export interface ArtifactAccessValue {
  /** False in an export opened from disk, where files cannot be fetched and are shown as links. */
  readonly inline: boolean;
  /** Requests new links, because they expire after an hour; `null` where links do not expire. */
  readonly renew: (() => void) | null;
  /** Opens a trace in the app; `null` if this is not possible. */
  readonly openTrace: ((artifactId: number) => void) | null;
}

export const ArtifactAccess = createContext<ArtifactAccessValue>({ inline: true, renew: null, openTrace: null });
