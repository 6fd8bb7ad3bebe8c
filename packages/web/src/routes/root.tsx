import { Outlet, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { SessionExpiredBanner } from "#features/session/session-expired-banner.tsx";
import { queryClient } from "#lib/query-client.ts";
import { followOtherTabs, hasExpired, sessionExpired } from "#lib/session.ts";

/** Around every page: leaves for the sign-in when the session expires, and comes back to the same address. */
export function Root() {
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(() => {
    const leave = () => {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "public-config" });
      const { href, pathname } = router.state.location;
      if (pathname !== "/login") void navigate({ to: "/login", search: href === "/" ? {} : { redirect: href } });
    };
    const unfollow = followOtherTabs();
    window.addEventListener(sessionExpired, leave);
    if (hasExpired()) leave();
    return () => {
      unfollow();
      window.removeEventListener(sessionExpired, leave);
    };
  }, [router, navigate]);
  return (
    <>
      <SessionExpiredBanner />
      <Outlet />
    </>
  );
}
