/** How long servers are waited for, and how often they are tried. */
export interface Patience {
  /** To be there, and to say what tools there are. */
  readonly connectMs: number
  /** Before the first model call of a run goes ahead without servers that aren't ready. */
  readonly firstCallMs: number
  /** Calls that give no sign of life, where an entry does not say otherwise. */
  readonly callMs: number
  /** Before one that was lost is tried again; doubled each time, up to the most. */
  readonly firstRetryMs: number
  readonly mostRetryMs: number
  /** How often in a row it is tried by itself. */
  readonly retries: number
  /** Calls that failed one after the other, after which it is left alone. */
  readonly faults: number
  /** For how long at first. */
  readonly openMs: number
  /** How long a list of tools is taken for what it is. */
  readonly listMs: number
  /** Between two lists, however often it says that it has other tools. */
  readonly relistMs: number
  /** How long servers stay that nobody needs. */
  readonly idleMs: number
}

export const USUAL_PATIENCE: Patience = {
  connectMs: 30_000,
  firstCallMs: 15_000,
  callMs: 120_000,
  firstRetryMs: 1000,
  mostRetryMs: 60_000,
  retries: 12,
  faults: 3,
  openMs: 10_000,
  listMs: 5 * 60_000,
  relistMs: 500,
  idleMs: 30 * 60_000,
}
