import { expect, test } from 'vitest'
import {
  bareRunExit,
  type CliProcesses,
  openCliProcesses,
} from '../../../test/support/cli-processes.ts'
import { recordCases, selectCases } from '../../../test/support/corpus.ts'
import { type Script, startModelServer } from '../../../test/support/model-server.ts'

const HOURS_MS = 3_600_000
const COUNT = 200
const MOST_ALIVE = 20
/** Some runs outlive many that started later, so that the host changes while others run. */
const DELAYS_MS = [0, 50, 200, 800, 3000]

interface SequentialRun {
  readonly name: string
  readonly delayMs: number
  readonly isReading: boolean
}

const cases: readonly SequentialRun[] = Array.from({ length: COUNT }, (_, index) => ({
  name: `run ${index + 1}`,
  delayMs: DELAYS_MS[index % DELAYS_MS.length] ?? 0,
  isReading: index % 3 === 0,
}))

const script: Script = ({ messages }) => {
  const prompt = messages.find(({ role }) => role === 'user')?.text
  const { delayMs = 0, isReading = false } = cases.find(({ name }) => name === prompt) ?? {}
  const hasRead = messages.at(-1)?.role === 'tool'
  if (!isReading || hasRead) return { text: 'Done.', delayMs }
  return { calls: [{ name: 'read_file', args: { file_path: '/workspace/a.txt' } }] }
}

/** Runs the cases in order, with as many processes alive as allowed, and checks that each completes. */
async function runInOrder(
  cli: CliProcesses,
  selected: readonly SequentialRun[],
  modelUrl: string,
): Promise<void> {
  const model = ['--model', 'compatible:scripted', '--base-url', modelUrl]
  const left = [...selected]
  const runRest = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { ended } = cli.start('run', '--project', cli.project, ...model, next.name)
      expect({ ...next, ...bareRunExit(await ended) }).toEqual({ ...next, code: 0, err: '' })
      recordCases('sequential-runs', 1)
    }
  }
  await Promise.all(Array.from({ length: MOST_ALIVE }, runRest))
}

test(
  'runs started one after another on one data folder all complete',
  async () => {
    await using server = await startModelServer(script)
    await using cli = openCliProcesses()
    const selected = selectCases({ cases })
    await runInOrder(cli, selected, server.url)
    const listed = await cli.start('sessions', '--json').ended
    expect(JSON.parse(listed.out)).toHaveLength(selected.length)
  },
  HOURS_MS,
)
