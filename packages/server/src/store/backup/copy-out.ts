import type { ClientBase, Connection, Submittable } from "pg";

/** Rows in the text format of `COPY`. */
export interface CopiedOut {
  readonly rows: number;
  readonly bytes: number;
  readonly lines: Buffer;
}

/** Runs `copy … to stdout` and returns its rows, which must fit in memory. */
export async function copyOut(client: ClientBase, statement: string): Promise<CopiedOut> {
  return new Promise((resolve, reject) => {
    client.query(new CopyOutQuery(statement, (error, copied) => (error === null ? resolve(copied) : reject(error))));
  });
}

class CopyOutQuery implements Submittable {
  private readonly statement: string;
  private readonly chunks: Buffer[] = [];
  private bytes = 0;
  private rows = 0;
  private failed = false;
  /** The driver wraps the callback if a time limit is set. */
  callback: (error: Error | null, copied: CopiedOut) => void;

  constructor(statement: string, callback: (error: Error | null, copied: CopiedOut) => void) {
    this.statement = statement;
    this.callback = callback;
  }

  submit(connection: Connection): void {
    connection.query(this.statement);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    // The driver reuses the memory of the chunk.
    this.chunks.push(Buffer.from(chunk));
    this.bytes += chunk.length;
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.rows = Number(/^COPY (\d+)$/.exec(text)?.[1]);
  }

  handleError(error: Error): void {
    this.failed = true;
    this.callback(error, { rows: 0, bytes: 0, lines: Buffer.alloc(0) });
  }

  handleReadyForQuery(): void {
    if (this.failed) return;
    this.callback(null, { rows: this.rows, bytes: this.bytes, lines: Buffer.concat(this.chunks, this.bytes) });
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
}
