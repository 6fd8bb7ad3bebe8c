import type { Profile } from "@plumb/contract/people/profile.ts";
import type { ReactNode } from "react";
import { formatPhone } from "./phone.ts";
import styles from "./profile.module.css";
import { timeZoneLabel } from "./time-zones.ts";
import { isWebAddress } from "#lib/address/web-address.ts";
import { useNow } from "#ui/text/now.ts";

/** Profile in read-only form. */
export function ProfileView({ profile }: { readonly profile: Profile }) {
  const nowMs = useNow();
  const { website } = profile;
  return (
    <dl className={styles["facts"]}>
      <Fact name="Display Name">{profile.display_name}</Fact>
      <Fact name="Name">{profile.name}</Fact>
      <Fact name="Phone">{formatPhone(profile.phone)}</Fact>
      <Fact name="Website">
        {isWebAddress(website) ? (
          <a href={website} target="_blank" rel="noopener noreferrer nofollow">
            {website}
          </a>
        ) : (
          website
        )}
      </Fact>
      <Fact name="Location">{profile.location}</Fact>
      <Fact name="Timezone">{timeZoneLabel(profile.timezone, nowMs)}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children === "" ? <span className={styles["unset"]}>Not set</span> : children}</dd>
    </div>
  );
}
