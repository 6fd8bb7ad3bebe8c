import { Button, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { Offer } from "./invitation.queries.ts";
import { InvitationFacts } from "./invitation-facts.tsx";
import words from "#ui/layout/entry-words.module.css";

interface KnownAccountProps {
  readonly offer: Offer;
  /** Email address of the account signed in here; `null` if there is none. */
  readonly signedInAs: string | null;
  readonly onAccept: () => void;
  /** Opens the sign-in page, which returns here. Signs out the wrong account first. */
  readonly onSignIn: () => void;
  readonly busy: boolean;
  readonly error?: ReactNode;
}

/** Invitation for an existing account. Only this account can accept it. */
export function KnownAccount({ offer, signedInAs, onAccept, onSignIn, busy, error }: KnownAccountProps) {
  return (
    <Stack gap="sm">
      <h2 className={words["title"]}>Accept Invitation</h2>
      <InvitationFacts offer={offer} />
      {error}
      {signedInAs === null && (
        <>
          <p className={words["text"]}>This address already has an account. Sign in with it to accept.</p>
          <Button onClick={onSignIn}>Sign in to accept</Button>
        </>
      )}
      {signedInAs !== null && sameAddress(signedInAs, offer.email) && (
        <>
          <p className={words["text"]}>
            You are signed in as <strong>{signedInAs}</strong>.
          </p>
          <Button onClick={onAccept} loading={busy}>
            Accept invitation
          </Button>
        </>
      )}
      {signedInAs !== null && !sameAddress(signedInAs, offer.email) && (
        <>
          <p className={words["text"]}>
            This invitation is for <strong>{offer.email}</strong>, and you are signed in as{" "}
            <strong>{signedInAs}</strong>.
          </p>
          <Button onClick={onSignIn}>Sign out and use the other account</Button>
        </>
      )}
    </Stack>
  );
}

function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
