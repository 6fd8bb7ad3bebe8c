import { type RefObject, useEffect, useRef } from "react";

/** For the first field of a form that was just opened. */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
