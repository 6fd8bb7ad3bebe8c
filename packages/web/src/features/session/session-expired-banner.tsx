import { Alert } from "@mantine/core";
import { IconClockX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import styles from "./session-expired-banner.module.css";
import { hasExpired, readToken, sessionExpired, subscribeToken } from "#lib/session/session.ts";

const shownMs = 5000;

/** Shown for 5 s after the session expired, here or in another tab. A new sign-in hides it. */
export function SessionExpiredBanner() {
  const [shown, setShown] = useState(hasExpired);
  useEffect(() => {
    let timer = setTimeout(() => setShown(false), shownMs);
    const show = () => {
      setShown(true);
      clearTimeout(timer);
      timer = setTimeout(() => setShown(false), shownMs);
    };
    const unsubscribe = subscribeToken(() => {
      if (readToken() !== null) setShown(false);
    });
    window.addEventListener(sessionExpired, show);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener(sessionExpired, show);
    };
  }, []);
  if (!shown) return null;
  return (
    <Alert
      className={styles["banner"] ?? ""}
      color="yellow"
      title="Session Expired"
      icon={<IconClockX size={18} />}
      withCloseButton
      closeButtonLabel="Close"
      onClose={() => setShown(false)}
    >
      Your session has expired. Please log in again.
    </Alert>
  );
}
