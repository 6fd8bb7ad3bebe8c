import { cut } from "#lib/format/format.ts";

interface OwnerNamesProps {
  /** At least one. */
  readonly owners: readonly string[];
  readonly className: string | undefined;
  /** Precedes the names in the tooltip. */
  readonly label?: string;
}

/** The first owner and the number of others. The tooltip has all names. */
export function OwnerNames({ owners, className, label = "" }: OwnerNamesProps) {
  const [first = "", ...others] = owners;
  return (
    <span className={className} title={`${label}${owners.map((name) => cut(name, 100)).join(", ")}`}>
      <bdi>{cut(first, 60)}</bdi>
      {others.length > 0 && ` +${others.length}`}
    </span>
  );
}
