import type { FlakinessRule, RulePreview } from "@plumb/contract/tests/flakiness-rule.ts";
import { useState } from "react";
import { RuleForm } from "./rule-form.tsx";
import { RuleSummary } from "./rule-summary.tsx";

const rule: FlakinessRule = {
  windowDays: 14,
  minimumSample: 5,
  activateAt: 5,
  releaseAt: 1,
  releaseAfterClean: 20,
  brokenAfter: 3,
  mostlyRedAt: 50,
  mainBranches: ["main", "master"],
};

const preview: RulePreview = {
  before: { healthy: 380, flaky: 15, broken: 3, unknown: 2 },
  after: { healthy: 386, flaky: 9, broken: 3, unknown: 2 },
  moved: [{ id: 7, titlePath: ["Payment", "pays by invoice"], from: "flaky", to: "healthy", score: 6 }],
  movedTotal: 6,
  cut: false,
};

function Tried() {
  const [done, setDone] = useState("");
  const [visible, setVisible] = useState<RulePreview>();
  return (
    <>
      <RuleForm
        rule={rule}
        isDefault={false}
        pending={false}
        error={null}
        preview={visible}
        previewing={false}
        onPreview={() => setVisible(preview)}
        onSave={(saved) => setDone(JSON.stringify(saved))}
      />
      <output aria-label="Done">{done}</output>
    </>
  );
}

export const Form = () => <Tried />;
export const Words = () => <RuleSummary rule={rule} />;
