/** Started resources, stopped in reverse order. */
export interface Disposal {
  /** Registers a resource (`Symbol.asyncDispose`) and returns it. */
  use<Resource extends AsyncDisposable>(resource: Resource): Resource;
  /** Takes over a way to stop something else. */
  defer(stop: () => unknown): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * The language's `AsyncDisposableStack`, as far as we need it: Node.js has that from 24 on, and this runs on 22 as well.
 * Each step is tried, whatever another one throws; what they threw is thrown together at the end.
 */
export function createDisposal(): Disposal {
  const steps: (() => unknown)[] = [];
  return {
    use(resource) {
      steps.push(() => resource[Symbol.asyncDispose]());
      return resource;
    },
    defer(stop) {
      steps.push(stop);
    },
    async [Symbol.asyncDispose]() {
      const errors: unknown[] = [];
      for (let stop = steps.pop(); stop !== undefined; stop = steps.pop()) {
        try {
          await stop();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw new AggregateError(errors, "Not everything could be stopped.");
    },
  };
}
