import type { ClassDecision } from "@plumb/contract/failures/verdict.ts";
import { IconUser } from "@tabler/icons-react";
import { cut } from "#lib/format/format.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./set-by.module.css";

/**
 * `Set by Ben Lindqvist, 1 h ago`, shown instead of a confidence for decisions by users.
 * @param decision `null` if the user is unknown.
 */
export function SetBy({ decision }: { readonly decision: ClassDecision | null }) {
  return (
    <span className={styles["set"]}>
      <IconUser size={16} aria-hidden />
      <span>
        {"Set by "}
        <bdi>{cut(decision?.by ?? "a project member", 100)}</bdi>
        {decision !== null && (
          <>
            {", "}
            <TimeAgo timestamp={decision.at} />
          </>
        )}
      </span>
    </span>
  );
}
