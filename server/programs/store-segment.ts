// The program of PostgreSQL's archive_command.
import { runStoreSegment } from "#server/archive/store-segment.ts";

process.exitCode = await runStoreSegment(process.argv.slice(2));
