import { refusedError } from "@plumb/client/call-error.ts";
import { useState } from "react";
import { DeleteProject } from "./delete-project-form.tsx";

const stats = { testRuns: 1204, results: 45_000, members: 1 };

export const Asking = () => {
  const [deleted, setDeleted] = useState("");
  return (
    <>
      <DeleteProject name="Shop: Web" stats={stats} error={null} deleting={false} onDelete={setDeleted} />
      <output>{deleted}</output>
    </>
  );
};
export const Loading = () => (
  <DeleteProject name="Shop" stats="loading" error={null} deleting={false} onDelete={() => {}} />
);
export const Unknown = () => (
  <DeleteProject name="Shop" stats="unknown" error={null} deleting={false} onDelete={() => {}} />
);
export const Refused = () => (
  <DeleteProject
    name="Shop"
    stats={{ ...stats, members: 0 }}
    error={refusedError(404, JSON.stringify({ code: "not_found", error: "This project does not exist." }), null)}
    deleting={false}
    onDelete={() => {}}
  />
);
