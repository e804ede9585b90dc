// Asks a host every procedure with generated messages, in process and over a socket by turns. Run in a process of
// its own by `runFuzz`, which says what the arguments mean.
import fc from 'fast-check'
import { contract } from '#shared/contract/index.ts'
import type { Call, Stream } from '#shared/contract/procedures/define.ts'
import type { Known } from './arbitrary-json.ts'
import { inputsOf } from './contract-inputs.ts'
import { findFrameFaults } from './frames.ts'
import { openFuzzedHost } from './fuzzed-host.ts'
import { Inquirer } from './inquirer.ts'

const [folder = '', readings = '0', others = '0', meant = '0', seed = '0', only = ''] =
  process.argv.slice(2)
const READING =
  /\.(describe|changes|browse|list|open|events|readEvents|read|check|tools|denials|explain|rules|suggestRules|preview\w*|thread|tree|content|committed|conditions|inbox|replay|output|services|follow|sizes|find|report|calls|budgets)$/
/** These reach for the network, or start something, though their names do not say so. */
const NOT_READING = new Set(['projects.open', 'terminals.open', 'models.check'])
const MOST_FAULTS = 20
/** By turns in process and over the socket. */
const AT_ONCE = 16

interface Asked {
  readonly path: string
  readonly procedure: Call | Stream
  /** How many messages name what there is, and how many come after that. */
  readonly meaningful: number
  readonly more: number
}

function toAsked([path, procedure]: readonly [string, Call | Stream]): Asked {
  const isReading = READING.test(path) && !NOT_READING.has(path)
  const count = Number(isReading ? readings : others)
  const meaningful = Math.min(count, Number(meant))
  return { path, procedure, meaningful, more: count - meaningful }
}

/** Those that read come first: what the others leave behind makes them slow. */
const all = Object.entries(contract)
  .filter(([path]) => path.includes(only))
  .map(toAsked)
  .sort((a, b) => b.more - a.more)

const faults: string[] = []
const nothing: Known = () => []
await using host = await openFuzzedHost(folder)
for (const each of all) await fuzz(each, each.meaningful, await host.prepare())
const before = residentMiB()
for (const each of all) await fuzz(each, each.more, nothing)
faults.push(...(await findFrameFaults(host)))
const after = residentMiB()
await host.client['host.describe']({})
faults.push(...host.reported.map((bug) => `The host told of a bug. ${bug}`))
const asked = all.reduce((sum, { meaningful, more }) => sum + meaningful + more, 0)
console.log(JSON.stringify({ asked, faults: faults.slice(0, MOST_FAULTS), before, after }))

async function fuzz({ path, procedure }: Asked, count: number, known: Known): Promise<void> {
  const startedAt = performance.now()
  const cpu = process.cpuUsage()
  const channels = [host.connect(), await host.connectBySocket()]
  const inquirers = channels.map((channel) => new Inquirer(channel))
  const ask = async (input: unknown, at: number) => {
    const inquirer = inquirers[at % inquirers.length]
    const fault = await inquirer?.findFault(path, procedure, input)
    if (!fault) return
    faults.push(`${path} ${tell(input)}: ${fault}`)
    console.error(faults.at(-1))
  }
  const inputs = inputsOf(procedure.input, known)
  // Made as they are asked: thousands at once would hold the thread, and be held in memory.
  for (let done = 0; done < count && faults.length < MOST_FAULTS; done += AT_ONCE) {
    const numRuns = Math.min(AT_ONCE, count - done)
    await Promise.all(fc.sample(inputs, { numRuns, seed: Number(seed) + done }).map(ask))
  }
  for (const channel of channels) channel[Symbol.dispose]()
  const tookMs = Math.round(performance.now() - startedAt)
  const cpuMs = Math.round(process.cpuUsage(cpu).user / 1000)
  const granted = inquirers.reduce((sum, inquirer) => sum + inquirer.granted, 0)
  console.error(
    `${path}: ${granted} of ${count} granted, ${tookMs} ms, ${cpuMs} ms of them computing`,
  )
}

function tell(input: unknown): string {
  return fc.stringify(input).slice(0, 300)
}

function residentMiB(): number {
  // Node has it where it was started so; without it, what is measured includes what nobody needs.
  globalThis.gc?.()
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  console.error(`heap ${Math.round(heapUsed / 1024 / 1024)} MiB`)
  return Math.round(rss / 1024 / 1024)
}
