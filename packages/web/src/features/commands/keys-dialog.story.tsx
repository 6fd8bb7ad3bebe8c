import { useState } from "react";
import { KeysDialog } from "./keys-dialog.tsx";

const shortcuts = [
  { key: "/", label: "Search reports..." },
  { key: "j", label: "Next report" },
  { key: "ArrowDown", label: "Next report" },
  { key: "k", label: "Previous report" },
  { key: "ArrowUp", label: "Previous report" },
  { key: "x", label: "Select the report" },
  { key: "?", label: "Keyboard shortcuts" },
  { key: "g r", label: "Go to Test Reports" },
];

export function OfAPage() {
  const [opened, setOpened] = useState(true);
  return (
    <>
      <KeysDialog opened={opened} onClose={() => setOpened(false)} shortcuts={[...shortcuts, ...shortcuts]} />
      <output>{opened ? "" : "closed"}</output>
    </>
  );
}
