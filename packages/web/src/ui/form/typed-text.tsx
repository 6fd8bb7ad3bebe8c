import { type ReactNode, type SyntheticEvent, useRef, useState } from "react";
import { LeaveQuestion } from "./leave-question.tsx";

type Field = HTMLInputElement | HTMLTextAreaElement;

interface TypedText {
  /** Props of the element around the fields. */
  readonly watch: {
    onFocusCapture: (event: SyntheticEvent) => void;
    onKeyDownCapture: (event: SyntheticEvent) => void;
  };
  readonly asking: boolean;
  /** Closes immediately if no text would be lost. */
  readonly onClose: () => void;
  readonly question: ReactNode;
}

/**
 * Asks for confirmation before typed text is lost. Reads the fields directly, so forms do not have to report changes. Removed
 * fields are ignored.
 *
 * @param saves Changes when the text was saved and the fields stay.
 */
export function useTypedText(onClose: () => void, saves = 0): TypedText {
  /** Initial value of each field since the last save. */
  const before = useRef({ saves, values: new Map<Field, string>() });
  const [asking, setAsking] = useState(false);
  const note = ({ target }: SyntheticEvent) => {
    if (before.current.saves !== saves) before.current = { saves, values: new Map() };
    const { values } = before.current;
    if (isTypedIn(target) && !values.has(target)) values.set(target, target.value);
  };
  return {
    watch: { onFocusCapture: note, onKeyDownCapture: note },
    asking,
    onClose: () => {
      const values = before.current.saves === saves ? [...before.current.values] : [];
      if (values.some(([field, value]) => field.isConnected && field.value !== value)) setAsking(true);
      else onClose();
    },
    // Mounted only while it asks, because it would otherwise handle the same Escape that opened it.
    question: asking && (
      <LeaveQuestion
        opened
        onStay={() => setAsking(false)}
        onLeave={() => {
          setAsking(false);
          onClose();
        }}
      >
        Your input has not been saved.
      </LeaveQuestion>
    ),
  };
}

/** Ignores search fields and selects. */
function isTypedIn(target: EventTarget): target is Field {
  return target instanceof HTMLElement && target.matches("input:not([type=search], [readonly]), textarea");
}
