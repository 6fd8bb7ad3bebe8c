import type { Profile } from "@plumb/contract/people/profile.ts";
import type { ReactNode } from "react";
import styles from "./profile.module.css";

/** Name and email address next to the picture. */
export function ProfileIdentity({
  profile: { email, bio },
  name,
  children,
}: {
  readonly profile: Profile;
  readonly name: string;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label="Identity" className={styles["identity"]}>
      {children}
      <div className={styles["who"]}>
        <h2>{name}</h2>
        <p>{email}</p>
      </div>
      {bio !== "" && <p className={styles["bio"]}>{bio}</p>}
    </section>
  );
}
