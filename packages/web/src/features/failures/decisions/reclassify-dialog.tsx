import { useQuery } from "@tanstack/react-query";
import { counted } from "#lib/format/format.ts";
import { FormDialog } from "#ui/form/form-dialog.tsx";
import type { Target, Verdict } from "./decisions.ts";
import { reachQuery } from "./decisions.ts";
import { ReclassifyForm } from "./reclassify-form.tsx";

/** Object to reclassify: a row in the tests table, or a group. */
export type ReclassifyTarget =
  | ({
      readonly kind: "test";
      readonly id: number;
      readonly name: string;
      readonly groupId: number | null;
    } & Partial<Verdict>)
  | ({ readonly kind: "group"; readonly id: number; readonly name: string } & Partial<Verdict>);

interface ReclassifyDialogProps {
  readonly projectId: number;
  readonly target: ReclassifyTarget;
  readonly onClose: () => void;
  readonly onDecide: (target: Target, verdict: Verdict) => void;
}

/** Dialog to correct a failure's class. Shows the number of affected failures in advance. */
export function ReclassifyDialog({ projectId, target, onClose, onDecide }: ReclassifyDialogProps) {
  const groupId = target.kind === "group" ? target.id : target.groupId;
  const ofGroup = useQuery({ ...reachQuery(projectId, { groupIds: [groupId ?? 0] }), enabled: groupId !== null });
  const testCaseId = target.kind === "test" ? target.id : 0;
  const ofTest = useQuery({
    ...reachQuery(projectId, { testCaseId, scope: "test" }),
    enabled: target.kind === "test",
  });
  const test = ofTest.data === undefined ? "Its failures" : counted(ofTest.data.failures, "failure");
  const all = ofGroup.data === undefined ? "All of this cause" : counted(ofGroup.data.failures, "failure");
  const scopes =
    target.kind === "group"
      ? []
      : [
          { scope: "failure" as const, label: "This failure", reach: "1 failure" },
          { scope: "test" as const, label: "This test", reach: `${test} of this cause` },
          ...(groupId === null
            ? []
            : [{ scope: "group" as const, label: "All failures of this cause", reach: `${all} and future ones` }]),
        ];
  return (
    <FormDialog opened onClose={onClose} title="Reclassify">
      <ReclassifyForm
        name={target.name}
        verdict={{ primaryClass: target.primaryClass ?? null, subClass: target.subClass ?? null }}
        scopes={scopes}
        reach={target.kind === "group" ? `${all} and future ones` : null}
        onCancel={onClose}
        onDecide={(verdict, scope) => {
          onDecide(target.kind === "group" ? { groupIds: [target.id] } : { testCaseId: target.id, scope }, verdict);
          onClose();
        }}
      />
    </FormDialog>
  );
}
