import { formatTimestamp } from "#lib/format/format.ts";
import type { Offer } from "./invitation.queries.ts";
import styles from "./invitation-facts.module.css";

/** Inviting user, target and expiry of an invitation. */
export function InvitationFacts({ offer }: { readonly offer: Offer }) {
  return (
    <dl className={styles["facts"]}>
      <dt>Email</dt>
      <dd>{offer.email}</dd>
      <dt>Role</dt>
      <dd>{offer.roleName}</dd>
      {offer.projectName !== null && (
        <>
          <dt>Project</dt>
          <dd>{offer.projectName}</dd>
        </>
      )}
      <dt>Expires</dt>
      <dd>
        <time dateTime={offer.expiresAt}>{formatTimestamp(offer.expiresAt)}</time>
      </dd>
    </dl>
  );
}
