import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../core/clock.ts'

const TICKET_LIFE_MS = 120_000
const SECRET_BYTES = 32

interface Ticket {
  readonly hash: Buffer
  readonly expiresAt: number
}

/**
 * Who may open a window. A ticket is for a link: it works once, within two minutes, for a token. A
 * token is for one tab, for as long as the server lives. Both are kept as hashes only.
 */
export class Tickets {
  readonly #clock: Clock
  #tickets: readonly Ticket[] = []
  readonly #tokens: Buffer[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  issue(): string {
    const ticket = createSecret()
    const expiresAt = this.#clock.now() + TICKET_LIFE_MS
    this.#tickets = [...this.#valid(), { hash: hashOf(ticket), expiresAt }]
    return ticket
  }

  /** The token for a ticket, which is spent by asking. */
  redeem(ticket: string): string | undefined {
    const hash = hashOf(ticket)
    const found = this.#valid().find((one) => timingSafeEqual(one.hash, hash))
    this.#tickets = this.#valid().filter((one) => one !== found)
    if (!found) return undefined
    const token = createSecret()
    this.#tokens.push(hashOf(token))
    return token
  }

  isToken(token: string): boolean {
    const hash = hashOf(token)
    return this.#tokens.some((one) => timingSafeEqual(one, hash))
  }

  #valid(): readonly Ticket[] {
    const now = this.#clock.now()
    return this.#tickets.filter(({ expiresAt }) => expiresAt > now)
  }
}

function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
