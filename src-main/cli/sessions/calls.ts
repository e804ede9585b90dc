import type { z } from 'zod'
import { Resolution } from '#shared/events/tool.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { stripEscapes } from '#shared/lib/strip-escapes.ts'
import type { UnfinishedCall } from '#shared/projections/calls.ts'
import type { SessionStates } from '#shared/projections/index.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand, readChoice } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { formatCount, formatJson, toLine, toPrintable } from '../command-line/format-output.ts'
import { findSession } from '../host-client/find-session.ts'
import { openClient } from '../host-client/open-client.ts'

export const command = defineCommand({
  name: 'calls',
  usage: [
    'orrery calls SESSION [--json]',
    'orrery calls SESSION CALL again|done|skip [--message TEXT]',
  ],
  about: `Calls that had begun when a run was killed or its host died: nobody saw their end. Say what is made
of each, and go on: orrery resume SESSION. Of what you leave, the agent is told that nobody knows.`,
  table: {
    SESSION: { help: 'Its id, the beginning of it, or last' },
    CALL: { help: 'Its number in the list, or its id' },
    again: { help: 'It runs again' },
    done: { help: 'It did its work' },
    skip: { help: 'It does not run again' },
    message: { type: 'string', value: 'TEXT', help: 'What the agent is told of it' },
    json: { type: 'boolean', help: 'The list as JSON' },
  },
  positionals: { min: 1, max: 3, what: 'the calls of which session' },
  run: async ({ values, positionals: words }) => {
    const [session = '', named, said] = words
    await using opened = await openClient(findDataFolder(values['data-dir'], process.env), 'calls')
    const { client } = opened
    const { id: sessionId } = await findSession(client, session)
    const { states } = await joinStates(client['sessions.open']({ sessionId }))
    if (named === undefined) return print(states, values.json ?? false)
    const resolution = readChoice('orrery calls', said, RESOLUTIONS.options)
    if (!resolution) throw wrongUsage(`Say again, done or skip. See: orrery help calls`)
    const { message } = values
    const { spanId, title } = findCall(states, { sessionId, named })
    await client['calls.resolve']({ sessionId, spanId, resolution, ...(message && { message }) })
    console.log(toPrintable(`Noted of ${toLine(title, WIDTH)}: ${noted[resolution]}.`))
    console.log(nextStep(sessionId, listOf(states).length - 1))
    return EXIT.ok
  },
})

const RESOLUTIONS = Resolution.exclude(['told'])

function listOf({ calls }: SessionStates): readonly UnfinishedCall[] {
  return calls.order.flatMap((id) => calls.unfinished[id] ?? [])
}

interface NamedCall {
  readonly sessionId: SessionId
  readonly named: string
}

function findCall(states: SessionStates, { sessionId, named }: NamedCall): UnfinishedCall {
  const all = listOf(states)
  const numbered = /^\d+$/.test(named) ? all[Number(named) - 1] : undefined
  const found = numbered ?? all.find(({ spanId }) => spanId === named)
  if (found) return found
  throw wrongUsage(
    `There is no call "${named}" to say something of. See: orrery calls ${sessionId}`,
  )
}

const noted: Readonly<Record<z.infer<typeof RESOLUTIONS>, string>> = {
  again: 'it runs again',
  done: 'it did its work',
  skip: 'it does not run again',
}

function nextStep(sessionId: SessionId, left: number): string {
  const others = left === 0 ? '' : ` ${formatCount(left, 'call')} more: orrery calls ${sessionId}`
  return `Go on: orrery resume ${sessionId}${others && `, or say what is made of${others}`}`
}

function print(states: SessionStates, isJson: boolean): number {
  const all = listOf(states)
  if (isJson) console.log(formatJson(all))
  else console.log(toPrintable(toText(all, states)))
  return EXIT.ok
}

function toText(all: readonly UnfinishedCall[], states: SessionStates): string {
  if (all.length === 0) return 'No call was cut off.'
  return all.flatMap((call, index) => toLines(call, index + 1, states)).join('\n')
}

const WIDTH = 100

function toLines(call: UnfinishedCall, number: number, states: SessionStates): readonly string[] {
  const { spanId, agentId, title, startedAt, files } = call
  const who = states.transcript.agents[agentId]?.type ?? 'an agent'
  const when = new Date(startedAt).toISOString().slice(0, 19).replace('T', ' ')
  const known = files.map((path) => `changed ${path}`)
  const printed = lastLine(states.terminals.terminals[spanId]?.output)
  const told = [...known, ...(printed ? [`printed last: ${toLine(printed, WIDTH)}`] : [])]
  return [
    `${String(number).padStart(3)}  ${toLine(title, WIDTH)}`,
    `     ${who}, began ${when}, ${spanId}`,
    ...(told.length > 0 ? told : ['nothing more is known']).map((line) => `     ${line}`),
  ]
}

function lastLine(output = ''): string | undefined {
  return stripEscapes(output).trim().split('\n').at(-1)
}
