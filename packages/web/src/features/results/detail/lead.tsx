import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./result-detail.module.css";

/** First lines of a test. A narrow window shows one or two, so that the error stays near its row, and a button for the rest. */
export function Lead({ children }: { readonly children: ReactNode }) {
  const text = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  const [isCut, setIsCut] = useState(false);
  useEffect(() => {
    const element = text.current;
    if (element === null) return undefined;
    const measure = () => setIsCut(element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // The height of the box does not change when the text is loaded.
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <div className={styles["lead"]} data-tour="story">
      <div ref={text} className={styles["leadText"]} data-opened={opened}>
        <div>{children}</div>
      </div>
      {(isCut || opened) && (
        <button type="button" className={styles["more"]} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? "Less" : "More"}
        </button>
      )}
    </div>
  );
}
