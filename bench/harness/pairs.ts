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

function share(part: number, full: number): number {
  return full === 0 ? 1 : part / full;
}

/** Returns the share of known groups that were neither split nor merged. Unlike pairs, large groups do not count more than small ones. */
export function fullShare(placed: readonly Placed[]): number {
  const known = Map.groupBy(placed, ({ known: group, project }) => `${project}\n${group}`);
  const found = Map.groupBy(placed, ({ found: group, project }) => `${project}\n${group}`);
  const full = [...known.values()].filter((members) => {
    const [first] = members;
    const together = first === undefined ? [] : (found.get(`${first.project}\n${first.found}`) ?? []);
    return together.length === members.length && together.every((each) => each.known === first?.known);
  });
  return share(full.length, known.size);
}
