import { type CSSProperties, useEffect, useState } from "react";
import styles from "./title-tip.module.css";

interface Tip {
  readonly text: string;
  readonly position: CSSProperties;
}

/** Pixels. */
const maxWidth = 320;
const gap = 6;
/** Height that a tip of three lines needs below its element. */
const neededHeight = 80;
const interactive = "a, button, input, select, textarea, summary, [tabindex='0']";

/**
 * Shows the `title` of an element to people without a mouse: while the element has the keyboard focus, and after a tap on
 * text with a title. Browsers only show it to the mouse. Escape, scrolling, and focus or a tap elsewhere hide it.
 */
export function TitleTip() {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => {
    const hide = () => setTip(null);
    const onFocus = ({ target }: FocusEvent) =>
      setTip(target instanceof HTMLElement && target.matches(":focus-visible") ? tipOf(target) : null);
    const onClick = (event: MouseEvent) => {
      if (!(event instanceof PointerEvent) || event.pointerType !== "touch") return hide();
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>("[title]") : null;
      // A tap on a link or a button does what it says.
      setTip(target === null || target.closest(interactive) !== null ? null : tipOf(target));
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") hide();
    };
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", hide);
    document.addEventListener("click", onClick);
    document.addEventListener("keydown", onKey);
    document.addEventListener("scroll", hide, { capture: true, passive: true });
    return () => {
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("click", onClick);
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("scroll", hide, { capture: true });
    };
  }, []);
  // Screen readers read the title itself, so the text is only painted.
  return tip === null ? null : <div className={styles["tip"]} style={tip.position} data-text={tip.text} aria-hidden />;
}

/** Returns the tip of an element; `null` without a title, or if the element shows the same text in full. */
function tipOf(element: HTMLElement): Tip | null {
  const text = element.title.trim();
  const isCut = element.scrollWidth > element.clientWidth;
  if (text === "" || (!isCut && element.textContent.trim() === text)) return null;
  const { left, top, bottom } = element.getBoundingClientRect();
  const width = Math.min(maxWidth, window.innerWidth - 2 * gap);
  const isBelow = window.innerHeight - bottom > neededHeight;
  const x = Math.max(gap, Math.min(left, window.innerWidth - gap - width));
  const position = isBelow ? { top: bottom + gap } : { bottom: window.innerHeight - top + gap };
  return { text, position: { left: x, maxWidth: width, ...position } };
}
