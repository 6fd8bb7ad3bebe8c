import { useState } from "react";
import { AvatarField } from "./avatar-field.tsx";

const nothing = () => undefined;
/** Logs the selected files. */
export function Initials() {
  const [chosen, setChosen] = useState("");
  return (
    <>
      <AvatarField
        name="Ada Lovelace"
        url={null}
        pending={false}
        error={null}
        onChoose={({ name }) => setChosen((before) => `${before} ${name}`.trim())}
        onRemove={nothing}
      />
      <output>{chosen}</output>
    </>
  );
}
export const Picture = () => (
  <AvatarField
    name="Ada Lovelace"
    url="/api/avatars/here"
    pending={false}
    error={null}
    onChoose={nothing}
    onRemove={nothing}
  />
);
/** The picture was replaced in another tab. */
export const Gone = () => (
  <AvatarField
    name="Ada Lovelace"
    url="/api/avatars/gone"
    pending={false}
    error={null}
    onChoose={nothing}
    onRemove={nothing}
  />
);
export const Sending = () => (
  <AvatarField name="Ada Lovelace" url="/api/avatars/here" pending error={null} onChoose={nothing} onRemove={nothing} />
);
export const Refused = () => (
  <AvatarField
    name="Ada Lovelace"
    url={null}
    pending={false}
    error="Only JPEG, PNG, and WebP images are allowed"
    onChoose={nothing}
    onRemove={nothing}
  />
);
