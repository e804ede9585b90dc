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
  const isRefused = await askForAdmission({ token }).then(
    ({ status }) => status === 401,
    () => false,
  )
  return isRefused ? locked() : new AppError('unavailable', 'The host does not answer.')
}

function locked(): AppError {
  sessionStorage.removeItem(TOKEN)
  sessionStorage.setItem(PLACE, location.hash)
  return new AppError('denied', OUTDATED)
}

/** The one-time ticket of the link becomes a token that only this tab, at this address, keeps. */
async function findToken(): Promise<string> {
  const ticket = /^#t(?:icket)?=(.+)$/.exec(location.hash)?.[1]
  if (ticket) {
    // A tab that was locked comes back to what it showed.
    history.replaceState(null, '', location.pathname + (sessionStorage.getItem(PLACE) ?? ''))
    sessionStorage.removeItem(PLACE)
    const token = await redeem(ticket)
    if (token) sessionStorage.setItem(TOKEN, token)
  }
  const token = sessionStorage.getItem(TOKEN)
  if (token) return token
  throw new AppError('denied', ticket ? USED_UP : LOCKED)
}

async function redeem(ticket: string): Promise<string | undefined> {
  const response = await askForAdmission({ ticket })
  if (!response.ok) return undefined
  const answer: unknown = await response.json()
  const isToken = typeof answer === 'object' && answer !== null && 'token' in answer
  return isToken ? String(answer.token) : undefined
}

function askForAdmission(admission: { ticket: string } | { token: string }): Promise<Response> {
  return fetch('/auth', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admission),
  })
}
