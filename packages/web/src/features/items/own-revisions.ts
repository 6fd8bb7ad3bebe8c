import type { Annotation } from "@plumb/contract/items/annotations.ts";

type Seen = Pick<Annotation, "id" | "revision">;

/** Which changes of items were the reader's own: they do not stand in the way of what was chosen before they were answered. */
export class OwnRevisions {
  readonly #next = new Map<string, number>();

  /** The revision that came of the one that was seen by own changes alone. */
  after({ id, revision }: Seen): number {
    let last = revision;
    for (let next: number | undefined = last; next !== undefined; next = this.#next.get(`${id} ${last}`)) last = next;
    return last;
  }

  /** @param changed As it was answered to a change of the revision that `after` gave for `seen`. */
  note(seen: Seen, changed: Seen): void {
    const before = this.after(seen);
    if (changed.revision > before) this.#next.set(`${seen.id} ${before}`, changed.revision);
  }
}
