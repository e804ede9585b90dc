import { AppError } from '#shared/lib/app-error.ts'
import { Emitter } from '#shared/lib/emitter.ts'

const TOKEN = 'orrery.token'
const PLACE = 'orrery.place'
const LOCKED = 'This workbench is locked. Open it by the link that Orrery prints when it starts.'
const OUTDATED = 'Orrery was restarted. Open the new link that it printed.'
const USED_UP = 'This link was used before or has expired. Start Orrery again to get a new one.'

/**
 * Gets this tab into the host. A link's one-time ticket becomes a token that only this tab, at this
 * address, keeps. A link pasted into an open tab changes only the hash: `onLink` fires then.
 */
export class Admission implements Disposable {
  readonly #link = new Emitter<void>()
  #ticket: string | undefined

  readonly onLink = this.#link.event

  constructor() {
    this.#takeTicket()
    window.addEventListener('hashchange', this.#onHashChange)
  }

  /** Returns the token to connect with. Throws `denied` where this tab has none. */
  async getToken(): Promise<string> {
    const ticket = this.#ticket
    if (ticket !== undefined) {
      const response = await ask({ ticket })
      if (response.ok) await keepToken(response)
      // Another link may have come in the meantime.
      if (this.#ticket === ticket) this.#ticket = undefined
    }
    const token = sessionStorage.getItem(TOKEN)
    if (token) return token
    const sentence = ticket === undefined ? LOCKED : USED_UP
    throw locked(sentence, (await findRefusal('')) ?? { asks: 'link' })
  }

  /** A browser doesn't say why a socket was refused, so the host is asked about the token alone. */
  async explainRefusal(token: string): Promise<AppError> {
    const refusal = await findRefusal(token).catch(() => undefined)
    if (!refusal) return new AppError('unavailable', 'The host does not answer.')
    sessionStorage.removeItem(TOKEN)
    // A link replaces the hash; a password leaves it as it is.
    if (refusal.asks === 'link') sessionStorage.setItem(PLACE, location.hash)
    return locked(OUTDATED, refusal)
  }

  [Symbol.dispose](): void {
    window.removeEventListener('hashchange', this.#onHashChange)
    this.#link[Symbol.dispose]()
  }

  /** Listens before the window's pages do: they never see the ticket, and stay where they are. */
  readonly #onHashChange = ({ oldURL }: HashChangeEvent) => {
    const place = new URL(oldURL).hash
    if (findTicket(place) === undefined && findTicket(location.hash) !== undefined) {
      sessionStorage.setItem(PLACE, place)
    }
    if (this.#takeTicket()) this.#link.fire()
  }

  /** Takes the ticket out of the address, and brings back what the tab showed before. */
  #takeTicket(): boolean {
    const ticket = findTicket(location.hash)
    if (ticket === undefined) return false
    this.#ticket = ticket
    history.replaceState(null, '', location.pathname + (sessionStorage.getItem(PLACE) ?? ''))
    sessionStorage.removeItem(PLACE)
    return true
  }
}

/** Lets this tab in by the host's password; fails with a sentence where it is not it. */
export async function signIn(password: string): Promise<void> {
  const response = await ask({ password }).catch((cause: unknown) => {
    throw new AppError('unavailable', 'Orrery does not answer. Is it still running?', { cause })
  })
  if (response.ok) return keepToken(response)
  const { message } = Object(await response.json().catch(() => undefined))
  throw new AppError('denied', String(message ?? 'Orrery could not look at it. Try again.'))
}

function findTicket(hash: string): string | undefined {
  return /^#t(?:icket)?=(.+)$/.exec(hash)?.[1]
}

interface Refusal {
  /** What would let this window in. */
  readonly asks: 'link' | 'password'
}

function locked(sentence: string, { asks }: Refusal): AppError {
  return new AppError('denied', sentence, { data: { asks } })
}

async function keepToken(response: Response): Promise<void> {
  // The host's own code wrote it.
  const { token } = (await response.json()) as { readonly token: string }
  sessionStorage.setItem(TOKEN, token)
}

/** Why a token doesn't let this window in; `undefined` where it does. */
async function findRefusal(token: string): Promise<Refusal | undefined> {
  const response = await ask({ token })
  if (response.status !== 401) return undefined
  const { data } = Object(await response.json())
  return { asks: data?.asks === 'password' ? 'password' : 'link' }
}

type Credentials =
  | { readonly ticket: string }
  | { readonly password: string }
  | { readonly token: string }

function ask(credentials: Credentials): Promise<Response> {
  return fetch('/auth', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
}
