import { Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { InvalidInvitation, UncheckedInvitation, Welcome } from "./invitation-messages.tsx";
import { type Acceptance, invitationQuery, useAcceptInvitation } from "./invitation.queries.ts";
import { KnownAccount } from "./known-account.tsx";
import { NewAccountForm } from "./new-account-form.tsx";
import { errorText, isForbidden, isNotFound, refusalText } from "#lib/api/error-text.ts";
import { FormError } from "#ui/form/form-error.tsx";

const lookupFailure = "Invalid or expired invitation";

/** Accepted invitation, with the new password for the sign-in. */
export interface Accepted {
  readonly email: string;
  /** `null` for an existing account, which is already signed in. */
  readonly password: string | null;
  readonly projectId: number | null;
}

interface InvitationPanelProps {
  readonly token: string;
  /** Email address of the account signed in here; `null` if there is none. */
  readonly signedInAs: string | null;
  readonly onAccepted: (accepted: Accepted) => void;
  /** Opens the sign-in page, which returns here. Signs out the wrong account first. */
  readonly onSignIn: () => void;
}

/** Page content of an invitation link, up to its acceptance. */
export function InvitationPanel({ token, signedInAs, onAccepted, onSignIn }: InvitationPanelProps) {
  const invitation = useQuery(invitationQuery(token));
  const acceptance = useAcceptInvitation(token);
  // Checked first, because an invitation works once and would appear invalid when requested again.
  if (acceptance.isSuccess) return <Welcome projectName={invitation.data?.projectName ?? null} />;
  if (invitation.isPending) return <Loader size="sm" aria-label="Loading" />;
  if (invitation.isError) {
    const { error } = invitation;
    // Only these errors are about the link.
    return isNotFound(error) || isForbidden(error) ? (
      <InvalidInvitation reason={refusalText(error, lookupFailure)} another={isNotFound(error)} />
    ) : (
      <UncheckedInvitation reason={errorText(error, "")} onRetry={() => void invitation.refetch()} />
    );
  }
  const offer = invitation.data;
  const accept = (input: Acceptance, password: string | null) =>
    acceptance.mutate(input, {
      onSuccess: ({ email, projectId }) => onAccepted({ email, password, projectId }),
    });
  const help = isNotFound(acceptance.error) && (
    <div>
      If you have already accepted it, <Link to="/login">go to login</Link>.
    </div>
  );
  const shared = { offer, signedInAs, busy: acceptance.isPending };
  return offer.hasAccount ? (
    <KnownAccount
      {...shared}
      error={
        acceptance.isError && (
          <FormError error={acceptance.error} fallback="Failed to accept invitation">
            {help}
          </FormError>
        )
      }
      onAccept={() => accept({ name: "", password: "" }, null)}
      onSignIn={onSignIn}
    />
  ) : (
    <NewAccountForm
      {...shared}
      error={acceptance.error}
      help={help}
      onSubmit={(input) => accept(input, input.password)}
    />
  );
}
