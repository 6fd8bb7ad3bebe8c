import { useEffect, useEffectEvent } from "react";
import { createOffers } from "./offers.ts";

/** Something that what is on the screen can do, offered in the palette. */
interface OfferedCommand {
  readonly label: string;
  /** Other words that people may look for. */
  readonly keywords?: string;
  readonly run: () => void;
}

const { offer, useOffered } = createOffers<OfferedCommand>();

/** Offers a command for as long as the calling component is on the screen. @param label Null to offer nothing. */
export function useOfferedCommand(label: string | null, run: () => void, keywords = ""): void {
  const latest = useEffectEvent(run);
  useEffect(() => (label === null ? undefined : offer({ label, keywords, run: () => latest() })), [label, keywords]);
}

/** Current offers in order of registration. */
export const useOfferedCommands = useOffered;
