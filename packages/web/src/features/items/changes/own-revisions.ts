import type { Annotation } from "@plumb/contract/items/annotations.ts";

type Seen = Pick<Annotation, "id" | "revision">;

/** Revisions created by the user's own changes. They do not conflict with the user's later changes, made before the response arrives. */
export class OwnRevisions {
  readonly #next = new Map<string, number>();

  /** Returns the latest revision that results from the seen one by the user's own changes alone. */
  after({ id, revision }: Seen): number {
    let last = revision;
    for (let next: number | undefined = last; next !== undefined; next = this.#next.get(`${id} ${last}`)) last = next;
    return last;
  }

  /** @param changed Response to a change of the revision that `after` returned for `seen`. */
  note(seen: Seen, changed: Seen): void {
    const before = this.after(seen);
    if (changed.revision > before) this.#next.set(`${seen.id} ${before}`, changed.revision);
  }
}
