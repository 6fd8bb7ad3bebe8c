import type { Db } from "#store/db.ts";

/** Returns how many statements `work` executes on the database it receives. */
export async function statementsOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<number> {
  let statements = 0;
  const executor = db.getExecutor();
  const counting = new Proxy(executor, {
    get(target, name) {
      if (name === "executeQuery") statements += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function"
        ? (...input: unknown[]): unknown => Reflect.apply(value, target, input)
        : value;
    },
  });
  const watched = new Proxy(db, {
    get: (target, name): unknown => (name === "getExecutor" ? () => counting : Reflect.get(target, name, target)),
  });
  await work(watched);
  return statements;
}
