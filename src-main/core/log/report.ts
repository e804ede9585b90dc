/** Told of what went wrong in work that nobody waits for. */
export type Report = (error: unknown, doing: string) => void

/** Where nobody is there to be told: ends the process. */
export function raise(error: unknown): never {
  throw error
}
