import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { findPageFile, pageHeaders } from '../page-files.ts'
import { type Admitting, admit } from './admission.ts'
import type { Doorkeeper } from './doorkeeper.ts'

const FOREVER = 'private, max-age=31536000, immutable'

interface Pages extends Admitting {
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
  const path = findPath(request.url ?? '')
  if (path === undefined) return end(response, 400)
  const door = path === '/auth' ? 'action' : path === '/' ? 'page' : 'asset'
  const refusal = pages.doorkeeper.refuse(request, door)
  if (refusal) return end(response, refusal)
  if (door === 'action') return admit(pages, request, response)
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405)
  await sendFile(pages.rendererDir, path, { request, response })
}

/** Of an address that names no host of its own: `http://…` and `//…` do, beside what `Host` says. */
function findPath(url: string): string | undefined {
  return /^\/(?![/\\])/.test(url) ? URL.parse(url, 'http://localhost')?.pathname : undefined
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
