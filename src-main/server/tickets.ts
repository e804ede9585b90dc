import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../core/runtime/clock.ts'

const TICKET_LIFE_MS = 120_000
const SECRET_BYTES = 32
/** More windows than anybody opens. */
const MAX_TOKENS = 1000

interface Ticket {
  readonly hash: Buffer
  readonly expiresAt: number
}

/** What one window was let in by. */
export interface Token {
  readonly hash: Buffer
}

/**
 * Who may open a window. A ticket is for a link: it works once, within two minutes, for a token. A
 * token is for one tab, for as long as the server lives. Both are kept as hashes only.
 */
export class Tickets {
  readonly #clock: Clock
  #tickets: readonly Ticket[] = []
  readonly #tokens: Token[] = []

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
    return found && this.createToken()
  }

  /** For who has shown otherwise that they may come in. Past a thousand, the oldest is no longer one. */
  createToken(): string {
    const token = createSecret()
    this.#tokens.push({ hash: hashOf(token) })
    if (this.#tokens.length > MAX_TOKENS) this.#tokens.shift()
    return token
  }

  /** The same object each time, for as long as it is one. */
  findToken(token: string): Token | undefined {
    const hash = hashOf(token)
    return this.#tokens.find((one) => timingSafeEqual(one.hash, hash))
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
