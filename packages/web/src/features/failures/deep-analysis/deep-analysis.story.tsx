import type { DeepAnalysis, ModelReply } from "@plumb/contract/failures/deep-analysis.ts";
import { useState } from "react";
import { DeepNotice } from "./deep-notice.tsx";
import { ModelReplyPanel } from "#features/failures/groups/model-answer-panel.tsx";
import { hostileText } from "#features/failures/sample-failures.ts";

function Notice(change: Partial<DeepAnalysis>) {
  const [closed, setClosed] = useState(false);
  if (closed) return <p>closed</p>;
  return (
    <DeepNotice
      deep={{
        model: "tiny",
        status: "completed",
        pending: 0,
        kept: 3,
        tokensIn: 9900,
        tokensOut: 1100,
        cost: 0.011,
        note: null,
        causes: 14,
        described: 14,
        leftForLater: 0,
        startedAt: "2030-01-01T09:00:00Z",
        endedAt: "2030-01-01T09:01:00Z",
        ...change,
      }}
      onClose={() => setClosed(true)}
    />
  );
}

export const Running = () => <Notice status="running" pending={9} described={5} endedAt={null} />;
export const Done = () => <Notice />;
export const BudgetUsedUp = () => (
  <Notice
    described={5}
    note="The language model's token budget for today is used up. It resets at midnight UTC. 9 of 11 causes are described by the engine only."
  />
);
export const NothingSaid = () => (
  <Notice
    described={0}
    kept={0}
    tokensIn={0}
    tokensOut={0}
    note="The service refused the API key (HTTP 401). All 14 causes are described by the engine only."
  />
);
export const LeftForLater = () => <Notice causes={340} described={100} leftForLater={240} />;

const response: ModelReply = {
  model: "tiny",
  rootCause: "The shop's server is not running.",
  technicalAnalysis: "Nothing listens on port 3000, so that page.goto fails immediately.",
  recommendations: ["Start the server before the tests.", "Wait for its health check."],
  primaryClass: "Environment Issue",
};

interface ReplyProps {
  readonly said?: ModelReply;
  readonly group?: Partial<Parameters<typeof ModelReplyPanel>[0]["group"]>;
  readonly viewer?: boolean;
}

function Answer({ said = response, group = {}, viewer = false }: ReplyProps) {
  const [done, setDone] = useState("");
  return (
    <>
      <ModelReplyPanel
        group={{ id: 1, primaryClass: "Application Defect", decidedBy: "rule", ...group }}
        answer={said}
        onTakeOver={viewer ? undefined : (id, as) => setDone(`${id} is ${as}`)}
      />
      <output aria-label="Done">{done}</output>
    </>
  );
}

export const OtherClass = () => <Answer />;
export const NoClass = () => <Answer group={{ primaryClass: null, decidedBy: null }} />;
export const SameClass = () => <Answer group={{ primaryClass: "Environment Issue" }} />;
export const SaidByPerson = () => <Answer group={{ decidedBy: "person" }} />;
export const Unsure = () => <Answer said={{ ...response, primaryClass: "Unknown" }} />;
export const OfViewer = () => <Answer viewer />;
export const HostileWords = () => (
  <Answer
    said={{
      model: hostileText,
      rootCause: hostileText,
      technicalAnalysis: hostileText,
      recommendations: [hostileText, hostileText],
      primaryClass: null,
    }}
  />
);
