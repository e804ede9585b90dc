import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { findPageFile, pageHeaders } from '../page-files.ts'
import type { Doorkeeper } from './doorkeeper.ts'
import type { Tickets } from './tickets.ts'

const MAX_BODY_BYTES = 4096
const FOREVER = 'private, max-age=31536000, immutable'
/** What a window shows to be let in: the link's ticket, or the token it was given for one. */
const Admission = z.union([z.object({ ticket: z.string() }), z.object({ token: z.string() })])
type Admission = z.infer<typeof Admission>

interface Pages {
  readonly tickets: Tickets
  readonly doorkeeper: Doorkeeper
  readonly rendererDir: string
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Answers HTTP: the window's files, which hold no secret, and `POST /auth`. It never rejects. */
export function createPages(pages: Pages): Answer {
  return async (request, response) => {
    for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value)
    response.setHeader('cache-control', 'no-store')
    try {
      await answer(pages, request, response)
    } catch {
      // The browser went away, or the file did.
      response.destroy()
    }
  }
}

async function answer(
  pages: Pages,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = URL.parse(request.url ?? '', 'http://localhost')?.pathname
  if (path === undefined) return end(response, 400)
  const door = path === '/auth' ? 'action' : path === '/' ? 'page' : 'asset'
  const refusal = pages.doorkeeper.refuse(request, door)
  if (refusal) return end(response, refusal)
  if (door === 'action') return admit(pages.tickets, request, response)
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405)
  await sendFile(pages.rendererDir, path, { request, response })
}

async function admit(
  tickets: Tickets,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') return end(response, 405)
  const body = await readBody(request)
  if (body === undefined) return end(response, 413)
  const admission = parseAdmission(body)
  const token = admission && findToken(tickets, admission)
  if (token === undefined) return end(response, 401)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ token }))
}

function findToken(tickets: Tickets, admission: Admission): string | undefined {
  if ('ticket' in admission) return tickets.redeem(admission.ticket)
  return tickets.isToken(admission.token) ? admission.token : undefined
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

async function sendFile(
  rendererDir: string,
  path: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const file = await findPageFile(rendererDir, path)
  if (!file) return end(response, 404)
  // Names below /assets/ hold a hash of the content.
  if (path.startsWith('/assets/')) response.setHeader('cache-control', FOREVER)
  response.writeHead(200, { 'content-type': file.mimeType, 'content-length': file.bytes })
  if (request.method === 'HEAD') response.end()
  else await pipeline(createReadStream(file.path), response)
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end()
}
