import { VisuallyHidden } from "@mantine/core";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import type { VerdictQuality } from "@plumb/contract/failures/decisions.ts";
import { formatCount } from "#lib/format/format.ts";
import { ClassBadge, classStyles } from "#ui/badges/class-badge.tsx";
import styles from "./quality-view.module.css";

/** Table of the engine's classes and the users' decisions. The diagonal shows agreement. */
export function ConfusionTable({ confusion }: { readonly confusion: VerdictQuality["confusion"] }) {
  const count = (from: string, to: string) =>
    confusion.find((cell) => cell.from === from && cell.to === to)?.count ?? 0;
  return (
    <section aria-label="Corrections">
      <h3>Engine result and user decision</h3>
      <table className={styles["confusion"]}>
        <thead>
          <tr>
            <th scope="col">Engine result</th>
            {failureClasses.map((to) => {
              const { icon: Icon, color } = classStyles[to];
              return (
                <th key={to} scope="col" title={to}>
                  <Icon size={16} aria-hidden style={{ color: `var(--${color}-ink)` }} />
                  <VisuallyHidden>{to}</VisuallyHidden>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {failureClasses.map((from) => (
            <tr key={from}>
              <th scope="row">
                <ClassBadge of={from} />
              </th>
              {failureClasses.map((to) => (
                <td key={to} data-same={from === to} data-none={count(from, to) === 0}>
                  {formatCount(count(from, to))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
