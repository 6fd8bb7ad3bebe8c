/**
 * Splits the byte stream of a PostgreSQL client into units that can be executed separately: the start-up packet, a simple query, or an
 * extended-protocol pipeline up to its Sync. Several clients share one backend, and whole units keep one client from overwriting the unnamed
 * statement of another between Parse and Bind.
 *
 * Format: https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export class UnitReader {
  private started = false;
  private chunks: Buffer[] = [];
  private buffered = 0;
  /** Bytes that belong to the incomplete unit. */
  private scanned = 0;

  /** Adds bytes and returns the units that are now complete, in order. */
  push(chunk: Buffer): Buffer[] {
    this.chunks.push(chunk);
    this.buffered += chunk.length;
    const units: Buffer[] = [];
    for (;;) {
      const header = this.peek(this.scanned, 5);
      if (header === null) return units;
      const length = this.started ? 1 + header.readUInt32BE(1) : header.readUInt32BE(0);
      if (this.buffered < this.scanned + length) return units;
      this.scanned += length;
      if (!this.started || endsUnit(header[0] ?? 0)) {
        this.started = true;
        units.push(this.take(this.scanned));
        this.scanned = 0;
      }
    }
  }

  private peek(offset: number, length: number): Buffer | null {
    if (this.buffered < offset + length) return null;
    let start = 0;
    for (const chunk of this.chunks) {
      if (offset < start + chunk.length) {
        const from = offset - start;
        if (from + length <= chunk.length) return chunk.subarray(from, from + length);
        break;
      }
      start += chunk.length;
    }
    // The header spans two chunks. Joining them once keeps the cost of large messages linear.
    this.join();
    return this.chunks[0]?.subarray(offset, offset + length) ?? null;
  }

  private take(length: number): Buffer {
    this.join();
    const all = this.chunks[0] ?? Buffer.alloc(0);
    this.chunks = all.length > length ? [all.subarray(length)] : [];
    this.buffered -= length;
    return all.subarray(0, length);
  }

  private join(): void {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks)];
  }
}

const QUERY = 0x51;
const SYNC = 0x53;
const TERMINATE = 0x58;

function endsUnit(type: number): boolean {
  return type === QUERY || type === SYNC || type === TERMINATE;
}

export function isTerminate(unit: Uint8Array): boolean {
  return unit[0] === TERMINATE;
}

/** Length in bytes of ReadyForQuery, which ends the response to every unit. */
export const readyLength = 6;

export function isReady(ending: Uint8Array): boolean {
  return ending.length === readyLength && ending[0] === 0x5a && ending[4] === 5;
}
