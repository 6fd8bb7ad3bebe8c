import { Button, Group, Radio, Select, Stack } from "@mantine/core";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import type { DecisionScope } from "@plumb/contract/failures/decisions.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { type FormEvent, useState } from "react";
import { cut } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { subClassesOf } from "#ui/badges/sub-classes.ts";
import type { Verdict } from "./decisions.ts";
import { ErrorLine } from "#features/failures/lists/error-line.tsx";

interface Scope {
  readonly scope: DecisionScope;
  readonly label: string;
  /** Text with the number of affected failures. */
  readonly reach: string;
}

interface ReclassifyFormProps {
  /** Name of the reclassified object. */
  readonly name: string;
  /** Current class. */
  readonly verdict: { readonly primaryClass: FailureClass | null; readonly subClass: string | null };
  /** Empty if there is no choice. */
  readonly scopes: readonly Scope[];
  readonly reach: string | null;
  readonly onCancel: () => void;
  readonly onDecide: (verdict: Verdict, scope: DecisionScope) => void;
}

/** Form for the class, the sub-class and the scope of the decision. */
export function ReclassifyForm({ name, verdict, scopes, reach, onCancel, onDecide }: ReclassifyFormProps) {
  const [primaryClass, setPrimaryClass] = useState(verdict.primaryClass);
  const [subClass, setSubClass] = useState(verdict.subClass);
  const [scope, setScope] = useState<DecisionScope>(scopes[0]?.scope ?? "group");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (primaryClass !== null) onDecide({ primaryClass, subClass }, scope);
  };
  return (
    <form onSubmit={submit} aria-label="Reclassify">
      <Stack gap="md">
        <ErrorLine text={name} />
        <Radio.Group
          label="Class"
          value={primaryClass ?? ""}
          onChange={(value) => {
            setPrimaryClass(failureClasses.find((each) => each === value) ?? null);
            setSubClass(null);
          }}
        >
          <Stack gap={6} mt={6}>
            {failureClasses.map((each) => (
              <Radio key={each} value={each} label={<ClassBadge of={each} />} />
            ))}
          </Stack>
        </Radio.Group>
        <Select
          label="Sub-class"
          placeholder="None"
          data={primaryClass === null ? [] : subClassesOf(primaryClass)}
          value={subClass}
          onChange={setSubClass}
          disabled={primaryClass === null}
          clearable
        />
        {scopes.length > 0 && (
          <Radio.Group
            label="Apply to"
            value={scope}
            onChange={(value) => setScope(scopes.find((each) => each.scope === value)?.scope ?? scope)}
          >
            <Stack gap={6} mt={6}>
              {scopes.map((each) => (
                <Radio key={each.scope} value={each.scope} label={each.label} description={cut(each.reach, 100)} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {reach !== null && <output>{`Applies to ${reach.charAt(0).toLowerCase()}${reach.slice(1)}.`}</output>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={primaryClass === null}>
            Reclassify
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
