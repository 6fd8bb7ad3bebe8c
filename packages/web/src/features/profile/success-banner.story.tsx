import { SuccessBanner, useSuccess } from "./success-banner.tsx";

export function Said() {
  const success = useSuccess();
  return (
    <>
      <SuccessBanner message={success.said} />
      <button type="button" onClick={() => success.say("Profile updated successfully!")}>
        Save
      </button>
    </>
  );
}
