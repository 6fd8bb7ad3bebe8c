/** Agreement between found and known groups, measured over pairs of failures. */
export interface PairMetrics {
  readonly precision: number;
  readonly recall: number;
}

export interface Placed {
  readonly known: string;
  readonly found: string;
  /** Only failures of the same project are compared. */
  readonly project: string;
}

export function pairMetrics(placed: readonly Placed[]): PairMetrics {
  let [both, onlyFound, onlyKnown] = [0, 0, 0];
  for (const [index, one] of placed.entries()) {
    for (const other of placed.slice(index + 1)) {
      if (one.project !== other.project) continue;
      const isKnown = one.known === other.known;
      const isFound = one.found === other.found;
      if (isKnown && isFound) both += 1;
      else if (isFound) onlyFound += 1;
      else if (isKnown) onlyKnown += 1;
    }
  }
  return { precision: share(both, both + onlyFound), recall: share(both, both + onlyKnown) };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}
