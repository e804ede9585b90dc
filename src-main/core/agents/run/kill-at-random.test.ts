import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Death, runThroughDeaths } from '../../../../test/support/often-killed-run.ts'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import { calls, says, scriptAgents, task } from '../../../../test/support/scripted-agents.ts'

const SEED = 20_261_121
const KILLS = 20
const WORKERS = ['ann', 'bob', 'cid']
const STEPS = 5

const script = scriptAgents({
  go: [calls(...WORKERS.map((name) => task(`work ${name}`))), says('All done.')],
  ...Object.fromEntries(WORKERS.map((name) => [`work ${name}`, stepsOf(name)])),
})
const files = { '.orrery/settings.json': '{ "interruptOn": { "write_file": true } }' }

/** In each step a command that leaves a trace, a file that a person is asked for, and a look around. */
function stepsOf(name: string) {
  const steps = Array.from({ length: STEPS }, (_, index) => `${name}-${index}`)
  const command = (step: string) => `echo ${step} >> effects.txt; sleep 0.03`
  const all = steps.map((step) =>
    calls(
      { name: 'run_command', id: `x-${step}`, args: { command: command(step) } },
      {
        name: 'write_file',
        id: `w-${step}`,
        args: { file_path: `/workspace/${step}.txt`, content: `${step}\n` },
      },
      { name: 'ls', id: `l-${step}`, args: { path: '/workspace' } },
    ),
  )
  return [...all, says(`${name} is done`)]
}

/** The same numbers between 0 and 1 each time (mulberry32). */
function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function filesOf({ root }: RunFixture): Readonly<Record<string, string>> {
  const names = readdirSync(root).filter((name) => name.endsWith('.txt'))
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  // The order in which three subagents get there is nobody's to say.
  const content = (name: string) => read(name).split('\n').toSorted().join('\n')
  return Object.fromEntries(names.toSorted().map((name) => [name, content(name)]))
}

/** Calls that change something and began more than once without a person having said so. */
function ranTwiceUnnoticed(fixture: RunFixture): readonly string[] {
  const keyOf = (agentId: string | undefined, { toolCallId }: { toolCallId: string }) =>
    `${agentId} ${toolCallId}`
  const begun = fixture.of('tool.started').filter(({ data }) => data.effect !== 'read')
  const wanted = fixture.of('call.resolved').filter(({ data }) => data.resolution === 'again')
  const left = wanted.map(({ agentId, data }) => keyOf(agentId, data))
  const known = new Set<string>()
  return begun.flatMap(({ agentId, data }) => {
    const key = keyOf(agentId, data)
    if (!known.has(key)) {
      known.add(key)
      return []
    }
    const said = left.indexOf(key)
    if (said >= 0) left.splice(said, 1)
    return said >= 0 ? [] : [key]
  })
}

test('killed at 20 random moments, a run ends as if nothing had been, and nothing ran twice unnoticed', async () => {
  await using undisturbed = await openRunFixture({ script, files })
  await runThroughDeaths(undisturbed, 'go', [])

  const chance = createChance(SEED)
  const deaths = Array.from({ length: KILLS }, (): Death => {
    return { afterEvents: 1 + Math.floor(chance() * 30), delayMs: Math.floor(chance() * 25) }
  })
  await using fixture = await openRunFixture({ script, files })
  const seen = await runThroughDeaths(fixture, 'go', deaths)
  await fixture.restart()

  expect(filesOf(fixture)).toEqual(filesOf(undisturbed))
  expect(filesOf(fixture)['effects.txt']?.trim().split('\n')).toHaveLength(WORKERS.length * STEPS)
  expect(ranTwiceUnnoticed(fixture)).toEqual([])
  const bySeq = new Map(fixture.events().map((event) => [event.seq, event]))
  const missing = [...seen].filter(([seq, event]) => bySeq.get(seq)?.at !== event.at)
  expect(missing).toEqual([])
  // What this test is about did happen.
  expect(fixture.of('run.started').length).toBeGreaterThan(KILLS / 2)
  expect(fixture.of('call.resolved').length).toBeGreaterThan(0)
  expectWhole(fixture)
}, 300_000)
