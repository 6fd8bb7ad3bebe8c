import { SuccessBanner, useSuccess } from "./success-banner.tsx";

export function Said() {
  const success = useSuccess();
  return (
    <>
      <SuccessBanner message={success.message} />
      <button type="button" onClick={() => success.show("Profile updated successfully!")}>
        Save
      </button>
    </>
  );
}
