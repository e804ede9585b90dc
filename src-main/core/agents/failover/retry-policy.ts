/** How faults of model calls are borne. */
export interface FaultPolicy {
  /** How often a call is made again. */
  readonly retries: number
  readonly firstDelayMs: number
  /** The longest pause before a retry. A server that asks for a longer one has a limit to wait for. */
  readonly maxDelayMs: number
  /** A limit that lasts longer isn't waited for. */
  readonly maxLimitMs: number
  /** How much later than a limit's end a run continues, at most. */
  readonly limitJitterMs: number
  /** In a row: then the provider is left alone. */
  readonly circuitFailures: number
  readonly circuitOpenMs: number
  /** Between 0 and 1, so that those who failed together don't come back together. */
  readonly random: () => number
}

/** What holds but in tests. */
export const USUAL_FAULT_POLICY: FaultPolicy = {
  retries: 2,
  firstDelayMs: 1500,
  maxDelayMs: 60_000,
  maxLimitMs: 8 * 24 * 60 * 60 * 1000,
  limitJitterMs: 5000,
  circuitFailures: 5,
  circuitOpenMs: 30_000,
  random: Math.random,
}
