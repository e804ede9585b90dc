// For tests: an MCP server over HTTP that wants to know who asks, and its authorization server.
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

interface Grant {
  readonly challenge: string
  readonly clientId: string
  readonly redirect: string
}

interface Json {
  readonly status?: number
  readonly json: object
}

export async function startOAuthServer(): Promise<OAuthServer> {
  const server = new OAuthServer()
  await server.listen()
  return server
}

export class OAuthServer implements AsyncDisposable {
  /** What was asked of it, in order. */
  readonly asked: string[] = []
  /** Refuses people who sign in. */
  refuses = false
  /** Where it sends people to sign in, if not to itself. */
  signInAddress: string | undefined
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #grants = new Map<string, Grant>()
  readonly #clients = new Map<string, string>()
  /** What of it is let in: one at a time. */
  #access = randomUUID()
  #refresh = randomUUID()

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  get url(): string {
    return `${this.#origin}/mcp`
  }

  /** From now on what was given is not taken any more; `refresh`: neither is what it is renewed by. */
  expire(what: 'access' | 'refresh'): void {
    this.#access = randomUUID()
    if (what === 'refresh') this.#refresh = randomUUID()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  get #origin(): string {
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#origin)
    this.asked.push(`${request.method} ${url.pathname}`)
    const body = await text(request)
    if (url.pathname === '/mcp') return this.#speak(request, response, body)
    if (url.pathname === '/authorize') {
      response.writeHead(302, { location: this.#authorize(url).href }).end()
      return
    }
    const { status = 200, json } = this.#toJson(url.pathname, body) ?? { status: 404, json: {} }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  }

  #toJson(path: string, body: string): Json | undefined {
    const origin = this.#origin
    switch (path) {
      case '/.well-known/oauth-protected-resource/mcp':
        return { json: { resource: `${origin}/mcp`, authorization_servers: [origin] } }
      case '/.well-known/oauth-authorization-server':
        return { json: { ...describe(origin), ...this.#signInPlace() } }
      case '/register':
        return this.#register(body)
      case '/token':
        return this.#exchange(new URLSearchParams(body))
    }
    return undefined
  }

  #signInPlace(): object {
    const { signInAddress } = this
    return signInAddress === undefined ? {} : { authorization_endpoint: signInAddress }
  }

  #register(body: string): Json {
    const asked = JSON.parse(body)
    const id = `client-${this.#clients.size + 1}`
    this.#clients.set(id, asked.redirect_uris[0])
    return { status: 201, json: { ...asked, client_id: id } }
  }

  #authorize({ searchParams }: URL): URL {
    const redirect = searchParams.get('redirect_uri') ?? ''
    const clientId = searchParams.get('client_id') ?? ''
    const back = new URL(redirect)
    back.searchParams.set('state', searchParams.get('state') ?? '')
    const isKnown = this.#clients.get(clientId) === redirect
    const isProven = searchParams.get('code_challenge_method') === 'S256'
    if (this.refuses || !isKnown || !isProven) {
      back.searchParams.set('error', 'access_denied')
      return back
    }
    const code = randomUUID()
    const challenge = searchParams.get('code_challenge') ?? ''
    this.#grants.set(code, { challenge, clientId, redirect })
    back.searchParams.set('code', code)
    return back
  }

  #exchange(form: URLSearchParams): Json {
    const wrong = { status: 400, json: { error: 'invalid_grant' } }
    if (form.get('grant_type') === 'refresh_token') {
      return form.get('refresh_token') === this.#refresh ? this.#give() : wrong
    }
    const code = form.get('code') ?? ''
    const grant = this.#grants.get(code)
    this.#grants.delete(code)
    const hash = createHash('sha256').update(form.get('code_verifier') ?? '')
    const isSame =
      grant?.challenge === hash.digest('base64url') &&
      grant.clientId === form.get('client_id') &&
      grant.redirect === form.get('redirect_uri')
    return isSame ? this.#give() : wrong
  }

  #give(): Json {
    this.#access = randomUUID()
    const tokens = { access_token: this.#access, refresh_token: this.#refresh }
    return { json: { ...tokens, token_type: 'Bearer', expires_in: 3600 } }
  }

  #speak(request: IncomingMessage, response: ServerResponse, body: string): void {
    if (request.headers.authorization !== `Bearer ${this.#access}`) {
      const where = `${this.#origin}/.well-known/oauth-protected-resource/mcp`
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${where}"` }).end()
      return
    }
    const { id, method } = request.method === 'POST' ? JSON.parse(body) : {}
    if (id === undefined) {
      response.writeHead(request.method === 'POST' ? 202 : 405).end()
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: resultOf(method) }))
  }
}

function describe(origin: string): object {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  }
}

function resultOf(method: string): object {
  if (method === 'initialize') {
    const serverInfo = { name: 'guarded', version: '1' }
    return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo }
  }
  const inputSchema = { type: 'object', properties: {} }
  if (method === 'tools/list') return { tools: [{ name: 'whoami', inputSchema }] }
  return { content: [{ type: 'text', text: 'you' }] }
}
