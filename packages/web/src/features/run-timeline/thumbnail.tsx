import { useState } from "react";
import styles from "./live-run.module.css";

/** Picture of a failure, as a part of the link to it. Renders nothing if the picture cannot be loaded. */
export function Thumbnail({ url }: { readonly url: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return null;
  return (
    <img
      className={styles["thumbnail"]}
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
