import { useState } from "react";
import { readStored, writeStored } from "#lib/session/storage.ts";

/** Returns whether the sidebar of wide screens shows only icons, and a setter. Stored for the next visit. */
export function useCollapsed(): readonly [boolean, (value: boolean) => void] {
  const [collapsed, setCollapsed] = useState(() => readStored("sidebar") === "collapsed");
  const change = (value: boolean) => {
    setCollapsed(value);
    writeStored("sidebar", value ? "collapsed" : null);
  };
  return [collapsed, change];
}
