import { createContext } from "react";

/** Abilities of artifact viewers in their environment. */
export interface ArtifactAccessValue {
  /** False in an export that is opened from disk: nothing can be fetched there, so files are links. */
  readonly inline: boolean;
  /** Asks for fresh links, since theirs end after an hour; null where links do not end. */
  readonly renew: (() => void) | null;
  /** Opens a trace in the product; null if that cannot be. */
  readonly openTrace: ((artifactId: number) => void) | null;
}

export const ArtifactAccess = createContext<ArtifactAccessValue>({ inline: true, renew: null, openTrace: null });
