import { useState } from "react";
import { ProjectCards } from "./project-cards.tsx";
import { sampleProject } from "./sample-project.ts";

function Example({ names }: { readonly names: readonly string[] }) {
  const [output, setOutput] = useState("");
  return (
    <>
      <ProjectCards
        projects={names.map((name, index) =>
          sampleProject({ id: index + 1, name, status: index % 4 === 3 ? "inactive" : "active" }),
        )}
        testRuns={({ id }) => `${id}00`}
        onNew={() => setOutput("new")}
        onEdit={({ name }) => setOutput(`edit ${name}`)}
      />
      <output>{output}</output>
    </>
  );
}

export const Few = () => <Example names={["Back office", "Payments", "Search", "Legacy"]} />;
export const Many = () => <Example names={Array.from({ length: 5000 }, (_, index) => `Project ${index + 1}`)} />;
export const Hostile = () => (
  <Example names={["<img src=x onerror=\"document.title='pwned'\">".repeat(20), "W".repeat(100)]} />
);
