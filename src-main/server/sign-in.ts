import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { WireError } from '#shared/lib/app-error.ts'
import type { Password } from './password.ts'
import type { Tickets } from './tickets.ts'

const MAX_BODY_BYTES = 4096

/** What a window shows to be let in: the link's ticket, the password, or the token it was given for one. */
const Admission = z.union([
  z.object({ ticket: z.string() }),
  z.object({ password: z.string() }),
  z.object({ token: z.string() }),
])
type Admission = z.infer<typeof Admission>

export interface Admitting {
  readonly tickets: Tickets
  /** Only a server that is reached from elsewhere has one. */
  readonly password: Password | undefined
}

interface Refusal {
  readonly status: number
  readonly error: WireError
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers `POST /auth`: with a token, or why there is none and what would be taken for one. */
export async function admit(
  admitting: Admitting,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') return void response.writeHead(405).end()
  const body = await readBody(request)
  if (body === undefined) return void response.writeHead(413).end()
  const answer = judge(admitting, parseAdmission(body), request.socket.remoteAddress ?? '')
  const type = { 'content-type': 'application/json' }
  if (typeof answer === 'string') {
    response.writeHead(200, type).end(JSON.stringify({ token: answer }))
  } else {
    const { status, error, headers } = answer
    response.writeHead(status, { ...type, ...headers }).end(JSON.stringify(error))
  }
}

function judge(
  admitting: Admitting,
  admission: Admission | undefined,
  address: string,
): string | Refusal {
  const { tickets, password } = admitting
  if (!admission) return refuse(admitting, 'That is nothing to be let in by.')
  if ('password' in admission) {
    if (!password) return refuse(admitting, 'This workbench has no password.')
    const tried = password.try(admission.password, address)
    if (tried.type === 'right') return tickets.createToken()
    return tried.type === 'wrong' ? refuse(admitting, 'That is not it.') : tooSoon(tried.waitMs)
  }
  if ('ticket' in admission) {
    return tickets.redeem(admission.ticket) ?? refuse(admitting, 'The link was used or is too old.')
  }
  return tickets.findToken(admission.token)
    ? admission.token
    : refuse(admitting, 'Orrery was started again since, or never let this window in.')
}

/** The window asks a person for what `asks` says. */
function refuse({ password }: Admitting, message: string): Refusal {
  const data = { asks: password ? 'password' : 'link' }
  return { status: 401, error: { code: 'denied', message, retryable: false, data } }
}

function tooSoon(waitMs: number): Refusal {
  const seconds = Math.ceil(waitMs / 1000)
  const message = `Too many wrong passwords were tried. Wait ${seconds} s, then try again.`
  const data = { asks: 'password' }
  const error: WireError = { code: 'limit', message, retryable: true, data }
  return { status: 429, error, headers: { 'retry-after': String(seconds) } }
}

function parseAdmission(body: string): Admission | undefined {
  try {
    return Admission.parse(JSON.parse(body))
  } catch {
    return undefined
  }
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    // Without an encoding set, a request is read as buffers.
    const part = chunk as Buffer
    bytes += part.length
    if (bytes > MAX_BODY_BYTES) return undefined
    chunks.push(part)
  }
  return Buffer.concat(chunks).toString('utf8')
}
