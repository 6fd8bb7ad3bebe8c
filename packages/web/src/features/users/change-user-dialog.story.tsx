import { refusedError } from "@plumb/client/call-error.ts";
import type { UserAction } from "./account-change.ts";
import { ChangeUserDialog } from "./change-user-dialog.tsx";
import { sampleAccount } from "./sample-account.ts";

const nothing = () => undefined;
const dialog = (action: UserAction, own: boolean, error: unknown) => (
  <ChangeUserDialog
    change={{ account: sampleAccount(1), action }}
    own={own}
    pending={false}
    error={error}
    onConfirm={nothing}
    onClose={nothing}
  />
);

export const Promote = () => dialog("promote", false, null);
export const DeactivateOneself = () => dialog("deactivate", true, null);
export const LastAdministrator = () =>
  dialog(
    "demote",
    true,
    refusedError(
      409,
      JSON.stringify({
        code: "conflict",
        error: "This is the last active administrator. Make another user an administrator first.",
      }),
      null,
    ),
  );
