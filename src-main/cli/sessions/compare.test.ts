import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import { openHost } from '../../open-host.ts'
import { command } from './compare.ts'

let dataDir = ''

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  await using link = await openHost({ dataDir, face: 'test', env: {} })
  using channel = await link.connect()
  await connectClient(channel, contract)['sessions.openSample']({})
})
afterAll(() => rmSync(dataDir, { recursive: true }))

async function compare(...args: readonly string[]): Promise<string> {
  using said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await command.run([...args, '--data-dir', dataDir])
  return String(said.mock.lastCall?.[0])
}

test('a run is told beside another, step by step', async () => {
  const told = await compare('last', 'last.1')
  expect(told).toMatch(/^ +last +last\.1$/m)
  expect(told).toMatch(/^outcome +ok +ok$/m)
  expect(told).toMatch(/^Steps: \d+ alike$/m)
  expect(told).toMatch(/src\/pages\.js +alike$/m)
  const { rows, figures } = JSON.parse(await compare('last', 'last', '--json'))
  expect(rows.length).toBeGreaterThan(15)
  expect(figures).toContainEqual({ name: 'agents', left: 3, right: 3 })
})

test('a run that there is not is said, with how many there are', async () => {
  await expect(compare('last.2', 'last')).rejects.toThrow('names no run of its session. It has 1.')
})
