import { Alert } from "@mantine/core";
import { IconClockX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import styles from "./session-expired-banner.module.css";
import { expiredMessage, messageOfExpiry, readToken, sessionExpired, subscribeToken } from "#lib/session/session.ts";

const visibleMs = 5000;

/** Shown for 5 s after the session expired, here or in another tab. A new sign-in hides it. */
export function SessionExpiredBanner() {
  const [message, setMessage] = useState(expiredMessage);
  useEffect(() => {
    let timer = setTimeout(() => setMessage(null), visibleMs);
    const show = (event: Event) => {
      setMessage(messageOfExpiry(event));
      clearTimeout(timer);
      timer = setTimeout(() => setMessage(null), visibleMs);
    };
    const unsubscribe = subscribeToken(() => {
      if (readToken() !== null) setMessage(null);
    });
    window.addEventListener(sessionExpired, show);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener(sessionExpired, show);
    };
  }, []);
  if (message === null) return null;
  return (
    <Alert
      className={styles["banner"] ?? ""}
      color="yellow"
      title="Session Expired"
      icon={<IconClockX size={18} />}
      withCloseButton
      closeButtonLabel="Close"
      onClose={() => setMessage(null)}
    >
      {message}
    </Alert>
  );
}
