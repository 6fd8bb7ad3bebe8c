import { setFlagsFromString } from "node:v8";

/** The part of the Emscripten module that calls exported functions. */
export interface CallableModule {
  readonly _raw_parser: (text: number, mode: number) => number;
  readonly stackSave: () => number;
  readonly stackRestore: (stack: number) => void;
}

/** An address outside the module's memory: reading it fails before the parser changes anything. */
const outOfBounds = -4;

/**
 * Keeps V8 from optimising PostgreSQL's parser. Optimising this function of 105 kB of WebAssembly takes 600 MB and two seconds shortly after the
 * start; every other function takes 41 MB or less (decision 26).
 *
 * V8 compiles a function on its first call and adds the check for optimisation unless `--wasm-tier-up-filter` names another function. The parser is
 * therefore called once while the filter is set.
 */
export function keepParserUnoptimised({ _raw_parser: parse, stackSave, stackRestore }: CallableModule): void {
  const stack = stackSave();
  setFlagsFromString("--wasm-tier-up-filter=0");
  try {
    parse(outOfBounds, 0);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
  } finally {
    setFlagsFromString("--wasm-tier-up-filter=-1");
    stackRestore(stack);
  }
}
