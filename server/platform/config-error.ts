/** A wrong setting, in a sentence for the operator. */
export class ConfigError extends Error {}
