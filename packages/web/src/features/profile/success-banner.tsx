import { IconCircleCheck } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import styles from "./success-banner.module.css";

const visibleMs = 3000;

/** Shows a message for 3 s, and restarts the time when it is repeated. */
export function useSuccess(): { readonly message: string | null; readonly show: (message: string) => void } {
  const [success, setSuccess] = useState<{ readonly message: string } | null>(null);
  useEffect(() => {
    if (success === null) return undefined;
    const timer = setTimeout(() => setSuccess(null), visibleMs);
    return () => clearTimeout(timer);
  }, [success]);
  return { message: success?.message ?? null, show: (message) => setSuccess({ message }) };
}

/** Overlays the page, so that nothing moves when it appears. Screen readers announce it. */
export function SuccessBanner({ message }: { readonly message: string | null }) {
  return (
    <output className={styles["place"]}>
      {message !== null && (
        <span className={styles["banner"]}>
          <IconCircleCheck size={18} aria-hidden />
          {message}
        </span>
      )}
    </output>
  );
}
