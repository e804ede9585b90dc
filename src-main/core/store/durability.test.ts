import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { SessionId } from '#shared/lib/ids.ts'
import { openFixture } from '../../../test/support/store-fixture.ts'

const program = fileURLToPath(
  new URL('../../../test/support/appending-process.ts', import.meta.url),
)

/** Lets a process append until it has promised `enough` events, kills it, and answers those. */
async function appendAndKill(dataDir: string, id: SessionId, enough: number): Promise<number[]> {
  const child = spawn(process.execPath, [program, dataDir, id], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const promised: number[] = []
  for await (const line of createInterface(child.stdout)) {
    promised.push(Number(line))
    if (promised.length === enough) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  return promised
}

test('after kill -9 every event that was promised is there, dense, with its contents', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  await fixture.store[Symbol.asyncDispose]()
  const promised = [
    ...(await appendAndKill(fixture.dataDir, id, 60)),
    ...(await appendAndKill(fixture.dataDir, id, 25)),
  ]
  const { events, blobs } = await fixture.reopen()
  const all = [...events.read(id)].flat()
  expect(promised.length).toBeGreaterThanOrEqual(85)
  expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1))
  for (const seq of promised) {
    const ended = all[seq - 1]
    const progress = all[seq]
    if (ended?.kind !== 'tool.ended' || progress?.kind !== 'tool.progressed')
      throw new Error(`${seq}`)
    const { result } = ended.data
    if (typeof result !== 'object') throw new Error('the result is a blob')
    const text = Buffer.from(blobs.get(result.ref) ?? []).toString()
    expect(text).toBe(`${progress.data.message} `.repeat(6_000))
  }
})
