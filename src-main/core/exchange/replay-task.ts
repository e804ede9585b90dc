import type { ReplayChoice } from '#shared/contract/exchange.ts'
import type { Machine } from './redaction/private-words.ts'

/** What a worker is asked to write. */
export interface ReplayTask extends ReplayChoice {
  readonly dataDir: string
  /** The page that is built to replay what is written into it. */
  readonly template: string
  /** The file to write; absent: it is only counted what it would be. */
  readonly path?: string
  readonly machine: Machine
  /** Of Orrery. */
  readonly version: string
  /** Milliseconds since the epoch. */
  readonly exportedAt: number
}
