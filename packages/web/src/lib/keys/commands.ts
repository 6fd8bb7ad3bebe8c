import { useEffect, useEffectEvent } from "react";
import { createOffers } from "./offers.ts";

/** Command of a visible part of the page, offered in the palette. */
interface OfferedCommand {
  readonly label: string;
  /** Additional search words. */
  readonly keywords?: string;
  readonly run: () => void;
}

const { offer, useOffered } = createOffers<OfferedCommand>();

/**
 * Offers a command while the calling component is mounted.
 * @param label `null` to offer nothing.
 */
export function useOfferedCommand(label: string | null, run: () => void, keywords = ""): void {
  const latest = useEffectEvent(run);
  useEffect(() => (label === null ? undefined : offer({ label, keywords, run: () => latest() })), [label, keywords]);
}

/** Current offers in order of registration. */
export const useOfferedCommands = useOffered;
