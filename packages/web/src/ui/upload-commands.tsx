import { CommandLine } from "#ui/command-line.tsx";

/** What to type to send reports to this server. The command comes from the server itself: it matches, and needs no registry. */
export function UploadCommands({ address }: { readonly address: string }) {
  const cli = `PLUMB_URL=${address} PLUMB_API_KEY=… \\\n  npx -y ${address}/packages/cli.tgz \\\n  upload "test-results/**/*.xml"`;
  const curl = `curl -H "Authorization: Bearer $PLUMB_API_KEY" \\\n  -F "files=@results.xml" \\\n  "${address}/api/ingest/uploads"`;
  return (
    <>
      <CommandLine command={cli} what="CLI command" />
      <p>Or without installing anything:</p>
      <CommandLine command={curl} what="curl command" />
    </>
  );
}
