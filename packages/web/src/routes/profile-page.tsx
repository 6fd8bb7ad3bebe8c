import { useQuery } from "@tanstack/react-query";
import { ownAccountQuery } from "#lib/own-account.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageFrame } from "#ui/page-frame.tsx";

/** Who is signed in. */
export function ProfilePage() {
  usePageTitle("Profile");
  const { data: account } = useQuery(ownAccountQuery);
  return (
    <PageFrame title="Profile">
      <EmptyState title={account?.email ?? ""} />
    </PageFrame>
  );
}
