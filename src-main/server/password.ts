import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Clock } from '../core/runtime/clock.ts'

/** So many are anybody's mistakes. From then on, each failure doubles the time to the next try. */
const FREE_FAILURES = 5
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
const FORGOTTEN_AFTER_MS = 3_600_000
const MAX_ADDRESSES = 10_000

export type Tried =
  | { readonly type: 'right' }
  | { readonly type: 'wrong' }
  /** It was not looked at: too many were wrong. */
  | { readonly type: 'too-soon'; readonly waitMs: number }

interface Failures {
  readonly count: number
  readonly lastAt: number
}

/** The password of a server that is reached from elsewhere. Who guesses waits longer each time. */
export class Password {
  readonly #clock: Clock
  readonly #key = randomBytes(32)
  readonly #hash: Buffer
  /** By address; the one that failed longest ago is the first. */
  readonly #failures = new Map<string, Failures>()

  constructor(password: string, clock: Clock) {
    this.#clock = clock
    this.#hash = this.#hashOf(password)
  }

  /** `address` is where it came from, as a socket says it. */
  try(text: string, address: string): Tried {
    const from = toNetwork(address)
    const failures = this.#findFailures(from)
    const waitMs = failures ? failures.lastAt + waitAfter(failures.count) - this.#clock.now() : 0
    if (waitMs > 0) return { type: 'too-soon', waitMs }
    this.#failures.delete(from)
    // Hashed by a key that nobody knows, how long it takes tells nothing of how much was right.
    if (timingSafeEqual(this.#hashOf(text), this.#hash)) return { type: 'right' }
    this.#note(from, (failures?.count ?? 0) + 1)
    return { type: 'wrong' }
  }

  #findFailures(from: string): Failures | undefined {
    const failures = this.#failures.get(from)
    return failures && failures.lastAt + FORGOTTEN_AFTER_MS > this.#clock.now()
      ? failures
      : undefined
  }

  #note(from: string, count: number): void {
    this.#failures.set(from, { count, lastAt: this.#clock.now() })
    const [first] = this.#failures.keys()
    if (this.#failures.size > MAX_ADDRESSES && first !== undefined) this.#failures.delete(first)
  }

  #hashOf(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest()
  }
}

function waitAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES))
}

/** One machine has as many addresses of IPv6 as it likes, which begin alike. */
function toNetwork(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail?.split(':') ?? [])]
    .slice(0, 4)
    .join(':')
}
