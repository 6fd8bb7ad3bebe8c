import { refusedError } from "@plumb/client/call-error.ts";
import { useState } from "react";
import { InvalidInvitation, UncheckedInvitation, Welcome } from "./invitation-messages.tsx";
import { KnownAccount } from "./known-account.tsx";
import { NewAccountForm } from "./new-account-form.tsx";
import { sampleOffer } from "./sample-offer.ts";

const nothing = () => undefined;
const wide = { maxWidth: 344, padding: 16 };

/** Shows the values that would be sent. */
export const NewAccount = () => {
  const [sent, setSent] = useState<string>();
  return (
    <div style={wide}>
      <NewAccountForm
        offer={sampleOffer}
        signedInAs={null}
        onSubmit={(input) => setSent(JSON.stringify(input))}
        busy={false}
        error={null}
      />
      <output>{sent}</output>
    </div>
  );
};

export const NewAccountWhileSignedIn = () => (
  <div style={wide}>
    <NewAccountForm offer={sampleOffer} signedInAs="ada@example.org" onSubmit={nothing} busy={false} error={null} />
  </div>
);

/** Names of the maximum length. */
export const Huge = () => (
  <div style={wide}>
    <NewAccountForm
      offer={{ ...sampleOffer, email: `${"a".repeat(240)}@example.org`, projectName: "P".repeat(100) }}
      signedInAs={`${"b".repeat(240)}@example.org`}
      onSubmit={nothing}
      busy={false}
      error={null}
    />
  </div>
);

/** Error from the server. The form validates everything else. */
export const Refused = () => (
  <div style={wide}>
    <NewAccountForm
      offer={sampleOffer}
      signedInAs={null}
      onSubmit={nothing}
      busy={false}
      error={refusedError(
        400,
        JSON.stringify({
          code: "invalid",
          error: "Name must be at most 100 characters long",
          fields: { name: "Name must be at most 100 characters long", age: "Age is required" },
        }),
        null,
      )}
    />
  </div>
);

interface KnownProps {
  readonly signedInAs: string | null;
}

export const Known = ({ signedInAs }: KnownProps) => (
  <div style={wide}>
    <KnownAccount offer={sampleOffer} signedInAs={signedInAs} onAccept={nothing} onSignIn={nothing} busy={false} />
  </div>
);

export const Invalid = () => (
  <div style={wide}>
    <InvalidInvitation reason="Invalid or expired invitation" />
  </div>
);

export const Unanswered = () => (
  <div style={wide}>
    <UncheckedInvitation reason="Something went wrong on the server (502). Try again." onRetry={nothing} />
  </div>
);

export const Accepted = () => (
  <div style={wide}>
    <Welcome projectName="Storefront" />
  </div>
);
