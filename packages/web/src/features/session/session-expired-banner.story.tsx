import { useEffect } from "react";
import { sessionExpired } from "#lib/session/session.ts";
import { SessionExpiredBanner } from "./session-expired-banner.tsx";

/** Repeats the event, because the banner would disappear while it is viewed. */
export const Raised = () => {
  useEffect(() => {
    const raise = () => window.dispatchEvent(new Event(sessionExpired));
    raise();
    const timer = setInterval(raise, 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div style={{ height: 200 }}>
      <SessionExpiredBanner />
    </div>
  );
};
