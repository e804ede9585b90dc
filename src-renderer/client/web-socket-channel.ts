import { fromTextFrame } from '#shared/contract/text-frames.ts'
import { type ClientChannel, PROTOCOL } from '#shared/contract/wire.ts'
import { AppError } from '#shared/error.ts'
import { FrameChannel } from './frame-channel.ts'

const TOKEN = 'orrery.token'
const PLACE = 'orrery.place'
const LOCKED = 'This workbench is locked. Open it by the link that Orrery prints when it starts.'
const OUTDATED =
  'Orrery was started again, and this window belongs to the start before: open the link that it printed now.'
const USED_UP = 'This link was used before or has expired. Start Orrery again to get a new one.'

/** Opens a channel to the host that served this page, with the token that this tab keeps. */
export async function openWebSocketChannel(signal: AbortSignal): Promise<ClientChannel> {
  const token = await findToken()
  const socket = new WebSocket(addressOf(location), [PROTOCOL, `bearer.${token}`])
  if (!(await opened(socket, signal))) throw await whyNot(token)
  const channel = new FrameChannel({
    send: (frame) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
    },
    close: () => socket.close(),
  })
  socket.onmessage = ({ data }) => channel.receive(fromTextFrame(String(data)))
  socket.onclose = () => channel.close()
  return channel
}

function addressOf({ protocol, host }: Location): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`
}

async function opened(socket: WebSocket, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.onopen = () => resolve(true)
  socket.onclose = () => resolve(false)
  const giveUp = () => socket.close()
  signal.addEventListener('abort', giveUp)
  const isOpen = await promise
  // The limit is for opening: what is open stays so.
  signal.removeEventListener('abort', giveUp)
  return isOpen
}

/** A browser does not say why a socket was refused: the host is asked for the token alone. */
async function whyNot(token: string): Promise<AppError> {
  const refusal = await findRefusal(token).catch(() => undefined)
  if (!refusal) return new AppError('unavailable', 'The host does not answer.')
  sessionStorage.removeItem(TOKEN)
  // A link leads to the beginning; who enters the password is where they were.
  if (refusal.asks === 'link') sessionStorage.setItem(PLACE, location.hash)
  return locked(OUTDATED, refusal)
}

interface Refusal {
  /** What this window would be let in by. */
  readonly asks: 'link' | 'password'
}

function locked(sentence: string, { asks }: Refusal): AppError {
  return new AppError('denied', sentence, { data: { asks } })
}

/** The one-time ticket of the link becomes a token that only this tab, at this address, keeps. */
async function findToken(): Promise<string> {
  const ticket = /^#t(?:icket)?=(.+)$/.exec(location.hash)?.[1]
  if (ticket) {
    // A tab that was locked comes back to what it showed.
    history.replaceState(null, '', location.pathname + (sessionStorage.getItem(PLACE) ?? ''))
    sessionStorage.removeItem(PLACE)
    const response = await askForAdmission({ ticket })
    if (response.ok) await keepToken(response)
  }
  const token = sessionStorage.getItem(TOKEN)
  if (token) return token
  throw locked(ticket ? USED_UP : LOCKED, (await findRefusal('')) ?? { asks: 'link' })
}

/** Lets this tab in by the host's password; fails with a sentence where it is not it. */
export async function signIn(password: string): Promise<void> {
  const response = await askForAdmission({ password }).catch((cause: unknown) => {
    throw new AppError('unavailable', 'Orrery does not answer. Is it still running?', { cause })
  })
  if (response.ok) return keepToken(response)
  const { message } = Object(await response.json().catch(() => undefined))
  throw new AppError('denied', String(message ?? 'Orrery could not look at it. Try again.'))
}

async function keepToken(response: Response): Promise<void> {
  // The host's own code wrote it.
  const { token } = (await response.json()) as { readonly token: string }
  sessionStorage.setItem(TOKEN, token)
}

/** Why a token does not let in; `undefined` where it does. */
async function findRefusal(token: string): Promise<Refusal | undefined> {
  const response = await askForAdmission({ token })
  if (response.status !== 401) return undefined
  const { data } = Object(await response.json())
  return { asks: data?.asks === 'password' ? 'password' : 'link' }
}

type Admission =
  | { readonly ticket: string }
  | { readonly password: string }
  | { readonly token: string }

function askForAdmission(admission: Admission): Promise<Response> {
  return fetch('/auth', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admission),
  })
}
