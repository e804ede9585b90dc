/** From here on snapshots are felt. */
export const MANY_FILES = 20_000
