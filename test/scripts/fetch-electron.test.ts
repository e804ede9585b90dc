import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { fetchElectron } from '../../scripts/fetch-electron.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const each of undo.splice(0)) each()
  vi.unstubAllEnvs()
})

function stop(server: Server): void {
  server.closeAllConnections()
  server.close()
}

async function serve(listener?: RequestListener): Promise<Server> {
  const server = createServer(listener)
  undo.push(() => stop(server))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function fetchFrom(listener: RequestListener): Promise<void> {
  const server = await serve(listener)
  return fetchFromPort((server.address() as AddressInfo).port)
}

async function fetchFromPort(port: number): Promise<void> {
  const cache = mkdtempSync(join(tmpdir(), 'orrery-electron-'))
  undo.push(() => rmSync(cache, { recursive: true, force: true }))
  vi.stubEnv('electron_config_cache', cache)
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${port}/`)
  await fetchElectron({ firstByteMs: 300, stallMs: 200 }, () => {})
}

test('a server that never answers is given up on', async () => {
  await expect(fetchFrom(() => {})).rejects.toThrow('no answer within 0.3 s')
})

test('a server that goes silent midway is given up on', async () => {
  const silent = fetchFrom((_, response) => response.write('a beginning'))
  await expect(silent).rejects.toThrow('the download stalled for 0.2 s')
})

test('a server that refuses says why', async () => {
  const missing = fetchFrom((_, response) => response.writeHead(404).end())
  await expect(missing).rejects.toThrow('Response code 404')
})

test('an archive that is not the one released is not installed', async () => {
  const wrong = fetchFrom((_, response) => response.end('something else'))
  await expect(wrong).rejects.toThrow(/checksum/i)
})

test('a server out of reach is told in words', async () => {
  const server = await serve()
  const { port } = server.address() as AddressInfo
  stop(server)
  await expect(fetchFromPort(port)).rejects.toThrow('no network, or its server is not reachable')
})
