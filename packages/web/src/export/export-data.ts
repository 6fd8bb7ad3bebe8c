import {
  htmlExportFile,
  htmlExportOutput,
  type HtmlExportPart,
  type HtmlExportReport,
  unpackRows,
} from "@plumb/contract/runs/html-export.ts";
import type { ResultDetail } from "@plumb/contract/runs/results.ts";
import type { RunOutput } from "@plumb/contract/runs/run-output.ts";
import { searchable, type SearchableRow } from "./list-items.ts";

export interface ExportState {
  /** `null` until its file is loaded. */
  readonly report: HtmlExportReport | null;
  /** Rows of all files loaded so far, in the order of the list. */
  readonly rows: readonly SearchableRow[];
  /** File of the export that could not be loaded. */
  readonly missing: string | null;
  /** Output of the run outside its tests. `undefined` until it is requested and loaded. */
  readonly output: RunOutput | undefined;
}

/** Maximum number of detail files that stay in memory. */
const detailFilesHeld = 24;

/** Loaded content of an export. Each file is a script that calls a callback. Rows load in the background, details on demand. */
export class ExportData {
  #state: ExportState = { report: null, rows: [], missing: null, output: undefined };
  /** Loaded, but not shown yet. */
  #waiting: readonly SearchableRow[] = [];
  #read = 0;
  readonly #details = new Map<number, readonly ResultDetail[]>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): ExportState => this.#state;

  /** Called by each file of the export. */
  readonly receive = (...[kind, index, value]: HtmlExportPart): void => {
    if (kind === "report") {
      this.#set({ report: value });
      void this.#readRows(value.rowFiles);
    } else if (kind === "rows") {
      const rows = unpackRows(value).map((row, position) => searchable(row, this.#read + position));
      this.#read += rows.length;
      this.#waiting = [...this.#waiting, ...rows];
    } else if (kind === "output") this.#set({ output: value });
    else this.#details.set(index, value);
  };

  /** Loads the output outside the tests. */
  readonly readOutput = (): void => {
    if (this.#state.output !== undefined) return;
    loadScript(htmlExportOutput).catch(() => this.#set({ missing: htmlExportOutput }));
  };

  /** Call this when the page has loaded. The report must be present by then. */
  expectReport(): void {
    if (this.#state.report === null) this.#set({ missing: "data/report.js" });
  }

  /**
   * Returns the details of the test at this position of the list.
   * @throws Error if its file cannot be loaded.
   */
  async detailAt(position: number): Promise<ResultDetail | undefined> {
    const starts = this.#state.report?.detailStarts ?? [];
    const before = starts.findLastIndex((start) => start <= position);
    const index = before + 1;
    if (!this.#details.has(index)) await loadScript(htmlExportFile("details", index));
    const file = this.#details.get(index);
    if (file === undefined) throw new Error(htmlExportFile("details", index));
    // Moves the file to the end, because the first one is removed when there are too many.
    this.#details.delete(index);
    this.#details.set(index, file);
    const oldest = this.#details.keys().next().value;
    if (this.#details.size > detailFilesHeld && oldest !== undefined) this.#details.delete(oldest);
    return file[position - (starts[before] ?? 0)];
  }

  /** Shows the first file of rows immediately and the rest together, because every update processes all rows. */
  async #readRows(files: number): Promise<void> {
    for (let index = 1; index <= files; index += 1) {
      const path = htmlExportFile("rows", index);
      try {
        await loadScript(path);
      } catch {
        this.#set({ missing: path });
        return;
      }
      if (index !== 1 && index !== files) continue;
      this.#set({ rows: [...this.#state.rows, ...this.#waiting] });
      this.#waiting = [];
      await painted();
    }
  }

  #set(change: Partial<ExportState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Resolves after the browser has painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Pages opened from disk cannot use `fetch`, but can load scripts. */
function loadScript(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = path;
    script.addEventListener("load", () => {
      script.remove();
      resolve();
    });
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error(path));
    });
    document.head.append(script);
  });
}
