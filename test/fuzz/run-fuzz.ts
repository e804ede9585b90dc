import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'
import { makeGround } from './ground.ts'

export interface FuzzOptions {
  /** How many messages to each procedure that reads, and to each other. */
  readonly readings: number
  readonly others: number
  /** How many of them, at most, name what there is; the others are refused sooner, and cost little. */
  readonly meaningful: number
  readonly seed: number
  /** Of which procedures: those with this in their name. */
  readonly only?: string
  /** Tells how long each procedure took. */
  readonly isTold?: boolean
  /** Ends it before it is done. */
  readonly signal?: AbortSignal
}

const Report = z.object({
  /** How many messages were answered. */
  asked: z.int(),
  /** What was wrong, at most twenty of it. */
  faults: z.array(z.string()),
  /** What the process held resident, in MiB, once warm and at the end. */
  before: z.number(),
  after: z.number(),
})
export type FuzzReport = z.infer<typeof Report>

/** Asks a host in a process of its own, and looks whether that wrote where it has no business. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  using ground = makeGround()
  const { folder } = ground
  const guarded = ground.readGuarded()
  const { readings, others, meaningful, seed, only = '', isTold = false, signal } = options
  const program = join(import.meta.dirname, 'fuzz-run.ts')
  const numbers = [readings, others, meaningful, seed].map(String)
  const child = spawn(process.execPath, ['--expose-gc', program, folder, ...numbers, only], {
    cwd: join(folder, 'guarded-folder'),
    env: environmentOf(folder),
    stdio: ['ignore', 'pipe', isTold ? 'inherit' : 'ignore'],
    ...(signal && { signal }),
  })
  // Where it was ended, its exit tells.
  child.on('error', () => undefined)
  let text = ''
  child.stdout.on('data', (data: Buffer) => (text += data.toString()))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The host ended with ${String(code)}.`)
  const report = Report.parse(JSON.parse(text))
  const isUntouched = ground.readGuarded() === guarded
  const touched = `Something was written where nothing may be:\n${ground.readGuarded()}`
  return isUntouched ? report : { ...report, faults: [...report.faults, touched] }
}

/** Nothing but git is found by its name, and whatever asks the network is refused at once. */
function environmentOf(folder: string): NodeJS.ProcessEnv {
  const nobody = 'http://127.0.0.1:9'
  const proxies = { HTTP_PROXY: nobody, HTTPS_PROXY: nobody, NO_PROXY: '127.0.0.1,localhost' }
  return { PATH: join(folder, 'bin'), HOME: join(folder, 'guarded-home'), ...proxies }
}
