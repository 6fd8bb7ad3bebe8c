import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { sampleArtifact } from "#features/results/artifacts/sample-artifact.ts";
import { TraceDialog } from "./trace-dialog.tsx";

const trace = { name: "trace", kind: "trace", contentType: "application/zip", url: "/files/trace.zip" } as const;

const queryClient = new QueryClient();

function Opened({ viewUrl, missing = false }: { readonly viewUrl: string | null; readonly missing?: boolean }) {
  const [open, setOpen] = useState(true);
  const artifact = missing ? undefined : sampleArtifact(7, { ...trace, viewUrl });
  return (
    <QueryClientProvider client={queryClient}>
      {open ? <TraceDialog artifact={artifact} onClose={() => setOpen(false)} /> : <p>closed</p>}
    </QueryClientProvider>
  );
}

export const Ready = () => <Opened viewUrl={new URL("/viewer/index.html?trace=x", location.href).href} />;
/** The file of the trace was deleted. */
export const Gone = () => <Opened viewUrl={new URL("/viewer/index.html?trace=x", location.href).href} />;
/** Browsers have no service workers on insecure pages. */
export const Insecure = () => <Opened viewUrl="http://plumb.lan:4601/trace/index.html?trace=x" />;
export const Unreachable = () => <Opened viewUrl={null} />;
/** A firewall blocks the port of the viewer. */
export const Silent = () => <Opened viewUrl={new URL("/viewer/silent.html", location.href).href} />;
export const Missing = () => <Opened viewUrl={null} missing />;
