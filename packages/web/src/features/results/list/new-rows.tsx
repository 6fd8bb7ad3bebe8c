import { FloatingNotice } from "#ui/feedback/floating-notice.tsx";
import { counted } from "#lib/format/format.ts";
import type { LiveRows } from "./use-live-rows.ts";

/** Notice that results arrived or the run ended while the user was reading the list. */
export function NewRows({ live, onShow }: { readonly live: LiveRows; readonly onShow: () => void }) {
  const { waiting, ended } = live;
  const text = waiting > 0 ? counted(waiting, "new result") : null;
  return <FloatingNotice text={text ?? (ended ? "Show the final results" : null)} onShow={onShow} />;
}
