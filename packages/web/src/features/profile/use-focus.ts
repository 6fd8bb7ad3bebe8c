import { type RefObject, useEffect, useRef } from "react";

/** Returns a ref that focuses the first field of a form when it opens. */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
