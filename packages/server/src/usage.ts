const usage = `Usage: plumb-server [--demo]
       plumb-server db distribute [--yes]
       plumb-server blobs move --from <location> --to <location>
       plumb-server backup --to <folder or s3://bucket/prefix>
       plumb-server restore --from <folder or s3://bucket/prefix> [--backup <name>]

  --demo     fill a project with three months of test runs of a made-up shop
  --version  print the version
  --help     print this text

  db distribute  distribute the projects of DATABASE_URL over the nodes of a Citus cluster
  blobs move  copy all artifacts to another folder or bucket

Environment variables configure the server:

  PLUMB_PORT      port (4600)
  PLUMB_HOST      address to listen on (127.0.0.1); 0.0.0.0 for all
  PLUMB_DATA_DIR  folder for the database and all files (data)
  DATABASE_URL    postgres://… instead of the embedded database

docs/configuration.md lists all of them, and docs/backup.md describes backups.
`;

/** Returns the text for arguments that only ask for information, or `null` if the server should start. */
export function requestedText(args: readonly string[], version: string): string | null {
  if (args.some((argument) => argument === "--help" || argument === "-h")) return usage;
  return args.includes("--version") ? `${version}\n` : null;
}
