import { useQuery } from "@tanstack/react-query";
import { Outlet, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { SessionExpiredBanner } from "#features/session/session-expired-banner.tsx";
import { changeAccount, forgetResponses, ownAccountFailure, ownAccountQuery } from "#lib/session/own-account.ts";
import { useFollowedBrand } from "#lib/session/public-config.ts";
import { useBrandInTitle } from "#lib/page/page-title.ts";
import { TitleTip } from "#ui/text/title-tip.tsx";
import { queryClient } from "#lib/api/query-client.ts";
import {
  expiredMessage,
  failStart,
  followOtherTabs,
  readToken,
  sessionExpired,
  startFailure,
  subscribeToken,
} from "#lib/session/session.ts";

/** Root of all pages. Restores the stored session, follows other tabs, and navigates to the sign-in page when the session ends. */
export function Root() {
  useFollowedBrand();
  useBrandInTitle();
  const router = useRouter();
  const navigate = useNavigate();
  const token = useSyncExternalStore(subscribeToken, readToken);
  const account = useQuery({ ...ownAccountQuery, enabled: token !== null });

  /** Keeps the URL, so that the next sign-in returns to it. Public pages stay open. */
  const leave = useEffectEvent(async () => {
    const { location, matches } = router.state;
    if (matches.some(({ routeId }) => routeId === "/guarded")) {
      await navigate({ to: "/login", search: location.href === "/" ? {} : { redirect: location.href } });
    }
    if (readToken() === null) forgetResponses(queryClient);
  });
  useEffect(() => {
    const unfollow = followOtherTabs((user) => changeAccount(queryClient, user));
    const onExpired = () => void leave();
    window.addEventListener(sessionExpired, onExpired);
    if (expiredMessage() !== null) onExpired();
    return () => {
      unfollow();
      window.removeEventListener(sessionExpired, onExpired);
    };
  }, []);

  const broken = token !== null && account.isError && account.data === undefined ? account.error : null;
  useEffect(() => {
    if (broken === null) return;
    failStart(ownAccountFailure(broken));
    if (startFailure() !== null) void leave();
  }, [broken]);

  return (
    <>
      <SessionExpiredBanner />
      <Outlet />
      <TitleTip />
    </>
  );
}
