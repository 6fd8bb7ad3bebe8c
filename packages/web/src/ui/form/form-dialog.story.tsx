import { Button, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { FormDialog } from "./form-dialog.tsx";

/**
 * Button that opens a dialog with a search box, a text field, and a button that saves without closing.
 * @param kept `false` mounts the dialog only while it is open.
 */
export function Dialog({ kept = true }: { readonly kept?: boolean }) {
  const [opened, setOpened] = useState(false);
  const [saves, setSaves] = useState(0);
  const [note, setNote] = useState("as it was");
  const close = () => setOpened(false);
  return (
    <div style={{ padding: 16 }}>
      <Button onClick={() => setOpened(true)}>Open</Button>
      {(kept || opened) && (
        <FormDialog opened={opened} onClose={close} title="Sample" saves={saves} transitionProps={{ duration: 0 }}>
          <TextInput type="search" label="Find" />
          <Textarea label="Note" value={note} onChange={({ currentTarget }) => setNote(currentTarget.value)} />
          <Button onClick={() => setSaves(saves + 1)}>Save</Button>
          <Button onClick={close}>Cancel</Button>
        </FormDialog>
      )}
    </div>
  );
}
