// Why a backup cannot be written or restored, in a sentence for whoever runs the command.
export class BackupError extends Error {
  readonly isForOperator = true;
}
