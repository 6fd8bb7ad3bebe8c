import { type Rank, ranks } from "./protocol.ts";
import { isReady, isTerminate, readyLength, UnitReader } from "./wire.ts";

export interface Backend {
  /** Executes one unit and passes on the response in chunks. */
  execute(unit: Uint8Array, onData: (data: Uint8Array) => void): void;
  /** True between `begin` and `commit`, even if the transaction has failed and waits for its rollback. */
  inTransaction(): boolean;
  /** Called once if the response to a unit is incomplete: the database has crashed, for example on a full disk. */
  fail(): void;
}

interface Session {
  readonly reader: UnitReader;
  readonly send: (data: Uint8Array) => void;
  readonly waiting: Uint8Array[];
  /** Index in `ranks`. */
  readonly rank: number;
}

/** Number of units with an earlier rank that may overtake a waiting unit, so that it eventually runs under constant load. */
const maxSkips = 8;

/**
 * Lets many clients share one PostgreSQL session. It executes one unit at a time by rank (users, reports, jobs), then in order of arrival. A client
 * in a transaction keeps the session until the transaction ends.
 */
export class Multiplexer {
  private readonly sessions = new Map<number, Session>();
  /** Clients with waiting units, in order of arrival. */
  private readonly turns: number[] = [];
  private owner: number | null = null;
  /** Calls that wait until no transaction is open. */
  private readonly betweenTransactions: (() => void)[] = [];
  private passedOver = 0;
  private scheduled = false;
  private readonly backend: Backend;

  constructor(backend: Backend) {
    this.backend = backend;
  }

  open(id: number, send: (data: Uint8Array) => void, rank: Rank): void {
    this.sessions.set(id, { reader: new UnitReader(), send, waiting: [], rank: ranks.indexOf(rank) });
  }

  receive(id: number, data: Buffer): void {
    const session = this.sessions.get(id);
    if (session === undefined) return;
    for (const unit of session.reader.push(data)) {
      if (isTerminate(unit)) continue;
      session.waiting.push(unit);
      this.turns.push(id);
    }
    this.schedule();
  }

  /** Executes a statement and then calls `work`, without statements of clients in between and outside of transactions. */
  runBetween(statement: string, work: () => void): void {
    this.betweenTransactions.push(() => {
      this.backend.execute(simpleQuery(statement), () => undefined);
      work();
    });
    this.schedule();
  }

  /** Rolls back the open transaction of the client, if it has one. */
  close(id: number): void {
    this.sessions.delete(id);
    if (this.owner === id) {
      this.owner = null;
      this.backend.execute(simpleQuery("rollback"), () => undefined);
    }
    this.schedule();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    // One unit per event loop iteration, so that messages of other clients are read in between.
    setImmediate(() => {
      this.scheduled = false;
      if (this.step()) this.schedule();
    });
  }

  /** Returns the index in `turns` of the client to serve next. */
  private next(): number {
    const waiting = this.turns.map((id) => this.sessions.get(id)?.rank ?? 0);
    const best = waiting.indexOf(Math.min(...waiting));
    if (best <= 0) return 0;
    const passes = this.passedOver < maxSkips;
    this.passedOver = passes ? this.passedOver + 1 : 0;
    return passes ? best : 0;
  }

  private step(): boolean {
    if (this.owner === null) this.betweenTransactions.shift()?.();
    const at = this.owner === null ? this.next() : this.turns.indexOf(this.owner);
    if (at < 0 || this.turns.length === 0) return false;
    const id = this.turns.splice(at, 1)[0] as number;
    const session = this.sessions.get(id);
    const unit = session?.waiting.shift();
    if (session === undefined || unit === undefined) return this.turns.length > 0;
    let ending: Buffer = Buffer.alloc(0);
    this.backend.execute(unit, (data) => {
      ending = Buffer.concat([ending, data.subarray(-readyLength)]).subarray(-readyLength);
      session.send(data);
    });
    if (!isReady(ending)) {
      this.backend.fail();
      return false;
    }
    this.owner = this.backend.inTransaction() ? id : null;
    return this.turns.length > 0;
  }
}

function simpleQuery(sql: string): Uint8Array {
  const message = Buffer.alloc(sql.length + 6);
  message.write("Q", 0);
  message.writeUInt32BE(sql.length + 5, 1);
  message.write(sql, 5);
  return message;
}
