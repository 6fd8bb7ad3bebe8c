import { ResetLinkDialog } from "./reset-link-dialog.tsx";

const nothing = () => undefined;

export const Made = () => (
  <ResetLinkDialog
    name="Grace Hopper"
    reset={{ link: `http://127.0.0.1:4600/reset-password/${"k".repeat(43)}`, expiresAt: "2030-01-01T13:00:00.000Z" }}
    error={null}
    onClose={nothing}
  />
);
export const Making = () => <ResetLinkDialog name="Grace Hopper" reset={undefined} error={null} onClose={nothing} />;
export const Failed = () => (
  <ResetLinkDialog name="Grace Hopper" reset={undefined} error={new Error("not for people")} onClose={nothing} />
);
