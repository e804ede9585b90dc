import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { runRipgrep } from './ripgrep.ts'

async function* readUntilAborted(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  // More than ripgrep buffers before it searches.
  yield Buffer.from('needle\n'.repeat(100_000))
  if (!signal.aborted) await once(signal, 'abort')
}

test('stops its input when the caller leaves the loop', async () => {
  const inputAbort = new AbortController()
  const run = {
    args: ['--line-buffered', 'needle', '-'],
    folder: tmpdir(),
    separator: '\n',
    input: Readable.from(readUntilAborted(inputAbort.signal)),
    inputAbort,
  } as const
  for await (const records of runRipgrep(run)) {
    expect(records[0]).toBe('needle')
    break
  }
  expect(inputAbort.signal.aborted).toBe(true)
}, 60_000)
