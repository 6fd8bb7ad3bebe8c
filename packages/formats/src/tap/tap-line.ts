/** A test point in a line of the stream, without indentation. */
export interface PointLine {
  readonly ok: boolean;
  readonly name: string;
  readonly directive: "skip" | "todo" | undefined;
  readonly reason: string;
  readonly durationMs: number | null;
  /** Browser that ran the test, if the name contains it. */
  readonly variant?: string;
  /** True if its points follow between braces. */
  readonly opens: boolean;
}

/** Returns undefined for a line that is not a test point. */
export function parsePoint(line: string): PointLine | undefined {
  const head = /^(not )?ok(?=[\s#-]|$)\s*(\d+)?/.exec(line);
  if (head === null) return undefined;
  const rest = line.slice(head[0].length).trim();
  const opens = rest.endsWith("{");
  const { description, notes } = splitDirectives(opens ? rest.slice(0, -1).trim() : rest);
  const directive = notes.find(([kind]) => kind !== "time");
  const time = notes.find(([kind]) => kind === "time")?.[1] ?? "";
  const number = head[2];
  const name = description.replace(/^-\s*/, "").replace(/\\([#\\])/g, "$1");
  return {
    ok: head[1] === undefined,
    name: name === "" && number !== undefined ? `test ${number}` : name,
    directive: directive?.[0] === "todo" ? "todo" : directive === undefined ? undefined : "skip",
    reason: (directive?.[1] ?? "").replace(/^-$/, ""),
    durationMs: timeOf(time),
    opens,
  };
}

type Note = readonly [kind: "skip" | "todo" | "time", text: string];

const note = /^#\s*(?:(skip|todo)(?:\w*)(?![\w=])[\s:]*|(time)=)(.*)$/is;

/** Splits the directives off. A `#` only begins a directive if it is not escaped and a known one follows, because titles can contain `#12`. */
function splitDirectives(text: string): { readonly description: string; readonly notes: readonly Note[] } {
  const notes: Note[] = [];
  let description = text;
  for (let at = text.lastIndexOf("#"); at >= 0; at = at === 0 ? -1 : text.lastIndexOf("#", at - 1)) {
    if (at > 0 && !/[\s-]/.test(text[at - 1] ?? "")) continue;
    const [, word, time, noteText = ""] = note.exec(description.slice(at, at + 2000)) ?? [];
    const kind = (word ?? time)?.toLowerCase();
    if (kind !== "skip" && kind !== "todo" && kind !== "time") continue;
    notes.push([kind, noteText.trim()]);
    description = text.slice(0, at).trimEnd();
  }
  return { description, notes };
}

function timeOf(text: string): number | null {
  const [, number, unit] = /^([\d.]+)\s*(ms|s)?/.exec(text) ?? [];
  if (number === undefined) return null;
  const value = Number(number) * (unit === "s" ? 1000 : 1);
  return Number.isNaN(value) ? null : value;
}
