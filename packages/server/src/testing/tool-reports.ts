/** Returns the result of a Karate step. Passed unless `result` has another status. */
const step = (text: string, result: object, stepLog?: string) => ({
  step: { index: 0, line: 7, prefix: "*", text },
  result: { status: "passed", nanos: 50_000_000, ...result },
  stepLog,
});

/** Returns Karate's file for a feature with a scenario, and an outline with two rows, of which the second one failed. */
export function karateFeature(): string {
  const error = "status code was: 409, expected: 201\nclasspath:shop/cart.feature:7";
  const log =
    '1 > POST https://shop.example/pay\n\nresponse time in milliseconds: 9\n1 < 409\n{"error":"paid twice"}\n';
  const paid = [step("method post", {}), step("status 201", {})];
  const failed = [step("method post", {}, log), step("status 201", { status: "failed", errorMessage: error })];
  return JSON.stringify({
    failedCount: 1,
    passedCount: 2,
    relativePath: "shop/cart.feature",
    name: "Cart",
    scenarioResults: [
      { name: "Adds", line: 3, exampleIndex: -1, durationMillis: 100, failed: false, stepResults: paid },
      { name: "Pays", line: 9, exampleIndex: 0, durationMillis: 100, failed: false, stepResults: paid },
      { name: "Pays", line: 10, exampleIndex: 1, durationMillis: 100, failed: true, error, stepResults: failed },
    ],
  });
}

/** Returns Newman's summary of a run with one request and two assertions, of which the second one failed. */
export function newmanRun(): string {
  const item = { id: "691be955-6492-4374-8da1-e8069c99ba0b", name: "Get cart" };
  const error = { name: "AssertionError", message: "expected 1 to equal 2" };
  const started = Date.UTC(2026, 2, 1, 10);
  return JSON.stringify({
    collection: { item: [{ name: "Cart", item: [item] }], info: { name: "Shop API" } },
    environment: {},
    globals: {},
    run: {
      stats: { assertions: { total: 2, pending: 0, failed: 1 } },
      timings: { started, completed: started + 1000 },
      executions: [
        {
          cursor: { ref: "r", iteration: 0, cycles: 1 },
          item,
          id: item.id,
          request: { url: "https://shop.example/cart", method: "GET" },
          response: {
            code: 409,
            status: "Conflict",
            responseTime: 100,
            stream: { data: [...Buffer.from('{"total":1}')] },
          },
          assertions: [
            { assertion: "status is 200", skipped: false },
            { assertion: "has a total", skipped: false, error },
          ],
        },
      ],
      failures: [],
      error: null,
    },
  });
}
