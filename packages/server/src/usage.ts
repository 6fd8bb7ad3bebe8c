const usage = `Usage: plumb-server [--demo]
       plumb-server <command> [options]

  --demo     fill a project with three months of test runs of a made-up shop
  --version  print the version
  --help     print this text

  backup --to <location>     write database and artifacts to a folder or s3://bucket/prefix
  backup list                list the backups there, --from <location>
  backup prune --keep <n>    remove all backups there but the latest <n>
  restore --from <location>  restore the latest backup into an empty server, or --backup <name>
  project export <name>      write one project with its history to a folder or bucket, --to <location>
  project import             add an exported project, --from <location>
  blobs move                 copy all artifacts, --from one location --to another
  db move --to <postgres://…>  copy the embedded database to PostgreSQL, --blobs <location> also the artifacts
  db distribute              distribute the projects of DATABASE_URL over the nodes of a Citus cluster
  doctor                     check the settings and what they name

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
