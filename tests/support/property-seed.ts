/** The seed of every random value in tests: PROPERTY_SEED, which `npm test` sets. */
export const propertySeed = Number(process.env["PROPERTY_SEED"] ?? 20_261_128);
