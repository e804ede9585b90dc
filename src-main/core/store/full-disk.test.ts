import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { SessionId } from '#shared/lib/ids.ts'
import { openFixture } from '../../../test/support/store-fixture.ts'
import type { Store } from './store.ts'

const program = fileURLToPath(
  new URL('../../../test/support/full-disk-process.ts', import.meta.url),
)

/** A process that may write no file larger than 8 MB, until `makeRoom`: as a disk that is full. */
class CrampedProcess implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>

  constructor(dataDir: string, id: SessionId) {
    const script = `trap '' XFSZ; ulimit -S -f 8192; exec "$@"`
    const args = ['-c', script, 'bash', process.execPath, program, dataDir, id]
    this.#child = spawn('bash', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const { stdout } = this.#child
    if (!stdout) throw new Error('its output is a pipe')
    this.#lines = createInterface(stdout)[Symbol.asyncIterator]()
  }

  async untilHeld(): Promise<{ seq: number; reason: string }> {
    const { value } = await this.#lines.next()
    const [, seq, reason] = /^held (\d+) (.*)$/.exec(String(value)) ?? []
    return { seq: Number(seq), reason: String(reason) }
  }

  makeRoom(): void {
    execFileSync('prlimit', ['--pid', String(this.#child.pid), '--fsize=unlimited'])
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  async ended(): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      await once(this.#child, 'exit')
    }
    return this.#child.exitCode
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill()
    await this.ended()
  }
}

/** How many events there are; each is in its place, with its content. */
function expectWhole({ events, blobs }: Store, id: SessionId): number {
  const all = [...events.read(id)].flat()
  expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1))
  for (const [index, event] of all.entries()) {
    if (event.kind !== 'tool.ended' || typeof event.data.result !== 'object') continue
    const said = all[index + 1]
    const length = said?.kind === 'tool.progressed' ? said.data.message.split(' ')[1] : ''
    expect(String(blobs.get(event.data.result.ref)?.byteLength)).toBe(length)
  }
  return all.length
}

test.skipIf(process.platform !== 'linux')(
  'what a full disk does not take is held in memory, read as ever, and saved once there is room',
  async () => {
    await using fixture = await openFixture()
    const id = await fixture.newSession()
    await fixture.store[Symbol.asyncDispose]()
    await using cramped = new CrampedProcess(fixture.dataDir, id)
    const { seq, reason } = await cramped.untilHeld()
    expect(reason).toMatch(/^The disk (is full|failed)/)
    cramped.makeRoom()
    expect(await cramped.ended()).toBe(0)
    expect(expectWhole(await fixture.reopen(), id)).toBe(seq + 2)
  },
  60_000,
)

test.skipIf(process.platform !== 'linux')(
  'what was held is gone with its process, and nothing else is',
  async () => {
    await using fixture = await openFixture()
    const id = await fixture.newSession()
    await fixture.store[Symbol.asyncDispose]()
    await using cramped = new CrampedProcess(fixture.dataDir, id)
    const { seq } = await cramped.untilHeld()
    cramped.kill()
    await cramped.ended()
    const kept = expectWhole(await fixture.reopen(), id)
    expect(kept).toBeGreaterThan(10)
    expect(kept).toBeLessThan(seq)
  },
  60_000,
)
