import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Settings } from '#shared/settings/settings.ts'
import { fixedSecrets } from '../../../../test/support/fixed-secrets.ts'
import { startModelServer } from '../../../../test/support/model-server.ts'
import { Providers } from '../registry/providers.ts'

const folder = mkdtempSync(join(tmpdir(), 'orrery-network-'))
const caPath = join(folder, 'ca.pem')
const keyPath = join(folder, 'key.pem')

/** A certificate that nobody trusts by itself, for names that nobody has. */
beforeAll(() => {
  const names = 'subjectAltName=DNS:models.test,IP:127.0.0.1'
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=Local CA']
  const files = ['-keyout', keyPath, '-out', caPath, '-addext', names]
  execFileSync('openssl', ['req', ...made, ...files], { stdio: 'ignore' })
})
afterAll(() => rmSync(folder, { recursive: true }))

function secureServer() {
  const tls = { key: readFileSync(keyPath, 'utf8'), cert: readFileSync(caPath, 'utf8') }
  return startModelServer(() => ({ text: 'Through.' }), { tls })
}

/** Tunnels everything to `port` of this machine, and says what it was asked for. */
async function startProxy(port: number) {
  const asked: string[] = []
  const server = createServer()
  server.on('connect', ({ url = '', headers }, socket, head) => {
    asked.push(`${url} ${headers['proxy-authorization'] ?? ''}`.trim())
    const far = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      far.write(head)
      far.pipe(socket).pipe(far)
    })
    far.on('error', () => socket.destroy())
    socket.on('error', () => far.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    asked,
    port: address.port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function openProviders(baseUrl: string, env: Readonly<Record<string, string>>): Providers {
  const baseUrls = Object.fromEntries(clients.map(([provider]) => [provider, baseUrl]))
  return new Providers({
    secrets: fixedSecrets(async () => 'sk-test'),
    env,
    readSettings: () => ({ ...Settings.parse({}), baseUrls }),
  })
}

const clients = [
  ['anthropic', 'claude-haiku-4-5'],
  ['openai', 'gpt-4o'],
  ['google', 'gemini-3.8-flash'],
  ['groq', 'm'],
  ['ollama', 'm'],
] as const

async function ask(providers: Providers, provider: string, model: string): Promise<string> {
  const client = await providers.create({ provider, model })
  let said = ''
  for await (const { text } of await client.stream('Hello?')) said += text
  return said
}

test.each(clients)(
  '%s goes through a proxy, and trusts a certificate that was added',
  async (...client) => {
    await using server = await secureServer()
    const port = Number(new URL(server.origin).port)
    await using proxy = await startProxy(port)
    const HTTPS_PROXY = `http://someone:geheim@127.0.0.1:${proxy.port}`
    const env = { HTTPS_PROXY, NODE_EXTRA_CA_CERTS: caPath }
    await using providers = openProviders('https://models.test', env)
    expect(await ask(providers, ...client)).toBe('Through.')
    const credentials = `Basic ${Buffer.from('someone:geheim').toString('base64')}`
    expect(new Set(proxy.asked)).toEqual(new Set([`models.test:443 ${credentials}`]))
    expect(providers.redact('geheim')).toBe('[key]')
  },
)

test('plain addresses go through HTTP_PROXY, but for those of NO_PROXY and of this machine', async () => {
  await using server = await startModelServer(() => ({ text: 'Through.' }))
  const port = Number(new URL(server.origin).port)
  await using proxy = await startProxy(port)
  const http_proxy = `http://127.0.0.1:${proxy.port}`
  const answer = async (baseUrl: string, env: Readonly<Record<string, string>>) => {
    await using providers = openProviders(baseUrl, env)
    return await ask(providers, 'groq', 'm')
  }
  expect(await answer('http://models.test', { http_proxy })).toBe('Through.')
  expect(proxy.asked).toEqual(['models.test:80'])
  expect(await answer(server.url, { http_proxy })).toBe('Through.')
  const exempt = answer('http://models.test', { http_proxy, NO_PROXY: 'other.test,.test' })
  await expect(exempt).rejects.toThrow()
  expect(proxy.asked).toHaveLength(1)
})

test('a certificate that nobody trusts is refused, and one that can’t be read is named', async () => {
  await using server = await secureServer()
  await using strict = openProviders(server.origin, {})
  await expect(ask(strict, 'groq', 'm')).rejects.toThrow()
  expect(await strict.check('groq')).toMatchObject({ status: 'unreachable' })
  await using wrong = openProviders(server.origin, { NODE_EXTRA_CA_CERTS: '/nowhere.pem' })
  expect((await wrong.check('groq')).message).toContain('/nowhere.pem')
  await using right = openProviders(server.origin, { NODE_EXTRA_CA_CERTS: caPath })
  expect(await right.check('groq')).toMatchObject({ status: 'accepted' })
})
