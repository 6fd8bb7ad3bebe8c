import { UserMenu } from "./user-menu.tsx";

const user = { displayName: null, name: "Ada Lovelace", username: "ada", email: "ada.lovelace@example.org" };
const nothing = () => undefined;

export const Named = () => <UserMenu user={user} avatarUrl={null} onSignOut={nothing} />;

export const Unknown = () => <UserMenu user={null} avatarUrl={null} onSignOut={nothing} />;

export const WithAvatar = () => <UserMenu user={user} avatarUrl="/avatars/7.webp" onSignOut={nothing} />;

export const LongNames = () => (
  <UserMenu
    user={{ ...user, displayName: "🦋".repeat(50), email: `${"a".repeat(240)}@example.org` }}
    avatarUrl="javascript:alert(1)"
    onSignOut={nothing}
  />
);
