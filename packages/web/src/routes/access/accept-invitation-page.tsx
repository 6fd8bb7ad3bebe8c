import { Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { type Accepted, InvitationPanel } from "#features/invitation-acceptance/invitation-panel.tsx";
import { selectProject } from "#features/projects/selected-project.ts";
import { signOut, useSignIn } from "#features/session/session.queries.ts";
import { forgetResponses, ownAccountQuery } from "#lib/session/own-account.ts";
import { queryClient } from "#lib/api/query-client.ts";
import { readToken, subscribeToken } from "#lib/session/session.ts";
import { PublicFrame } from "./public-frame.tsx";

const signInDelayMs = 2000;

/** Page of an invitation link. Creates an account, or adds the new role to an existing one. */
export function AcceptInvitationPage() {
  const { token } = useParams({ from: "/accept-invitation/$token" });
  const router = useRouter();
  const navigate = useNavigate();
  const signIn = useSignIn();
  const [accepted, setAccepted] = useState<Accepted>();
  const session = useSyncExternalStore(subscribeToken, readToken);
  const account = useQuery({ ...ownAccountQuery, enabled: session !== null });

  const goOn = useEffectEvent(async ({ email, password, projectId }: Accepted) => {
    try {
      // The existing account has an additional role now.
      if (password === null) await queryClient.invalidateQueries();
      else await signIn.mutateAsync({ email, password });
      if (projectId !== null) selectProject(projectId);
      await navigate({ to: "/dashboard", replace: true });
    } catch {
      // The account was created, so the user can still sign in manually.
      await navigate({ to: "/login", search: { accepted: true }, replace: true });
    }
  });
  useEffect(() => {
    if (accepted === undefined) return undefined;
    const timer = setTimeout(() => void goOn(accepted), signInDelayMs);
    return () => clearTimeout(timer);
  }, [accepted]);

  const onSignIn = async () => {
    if (readToken() !== null) signOut();
    await navigate({ to: "/login", search: { redirect: router.state.location.href } });
    if (readToken() === null) forgetResponses(queryClient);
  };

  return (
    <PublicFrame>
      {session !== null && account.isPending ? (
        <Loader size="sm" aria-label="Loading" />
      ) : (
        <InvitationPanel
          token={token}
          signedInAs={session === null ? null : (account.data?.email ?? null)}
          onAccepted={setAccepted}
          onSignIn={() => void onSignIn()}
        />
      )}
    </PublicFrame>
  );
}
