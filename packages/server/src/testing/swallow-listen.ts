import { Client } from "pg";

type Query = (this: Client, ...args: unknown[]) => unknown;

/**
 * Makes `listen` ineffective until disposal, as a pooler of transactions does: PgBouncer runs the statement on a connection that it then lends to
 * someone else.
 */
export function swallowListen(): Disposable {
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (...args) {
    return query.apply(this, String(args[0]).startsWith("listen ") ? ["select 1"] : args);
  };
  return { [Symbol.dispose]: () => void (prototype.query = query) };
}
