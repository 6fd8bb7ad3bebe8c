import { refusedError } from "@plumb/client/call-error.ts";
import type { ComponentProps } from "react";
import { useState } from "react";
import { ShareForm } from "./share-form.tsx";

const url = "https://plumb.example.com/s/share_12_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4";

function Form(props: Partial<ComponentProps<typeof ShareForm>>) {
  const [sent, setSent] = useState("");
  return (
    <>
      <ShareForm kind="report" created={undefined} error={null} pending={false} onCreate={setSent} {...props}>
        <a href="#links">All share links of this project</a>
      </ShareForm>
      <output>{sent}</output>
    </>
  );
}

export const New = () => <Form />;
export const Created = () => <Form created={{ url, expiresAt: "2030-01-09T12:00:00.000Z" }} />;
export const Failed = () => (
  <Form
    error={refusedError(
      409,
      JSON.stringify({
        success: false,
        code: "conflict",
        error: "This project has 200 share links that work. Revoke one, then create this one again.",
      }),
      null,
    )}
  />
);
