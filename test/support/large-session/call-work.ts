import { decisionsOf } from '#shared/events/approval.ts'
import type { Draft } from '#shared/events/index.ts'
import type { Effect } from '#shared/events/value.ts'
import { ApprovalId, SpanId } from '#shared/lib/ids.ts'
import type { Agent, Stage } from './agent.ts'
import type { Deed } from './plan.ts'
import type { Work } from './simulation.ts'

/** A call, before it is known what came of it. */
export interface Call {
  readonly spanId: SpanId
  readonly name: string
  readonly title: string
  readonly effect: Effect
  readonly args: { readonly json: Record<string, string> }
  readonly toolCallId: string
}

type Ended = Extract<Draft, { readonly kind: 'tool.ended' }>['data']

const ASKS = 0.12
const REFUSED = 0.15
const FAILS = 0.03

/** Anything but a call that delegates. */
export function* makeCall(stage: Stage, agent: Agent, deed: Exclude<Deed, 'task'>): Work {
  if (deed === 'edit') yield* edit(stage, agent)
  else if (deed === 'execute') yield* execute(stage, agent)
  else if (deed === 'todos') yield* plan(stage, agent)
  else yield* look(stage, agent, deed)
}

const looks = {
  read: { name: 'read_file', verb: 'Read' },
  search: { name: 'grep', verb: 'Search' },
  list: { name: 'ls', verb: 'List' },
} as const

function* look(stage: Stage, agent: Agent, deed: keyof typeof looks): Work {
  const { chance } = agent
  const path = stage.project.pick(chance)
  const { name, verb } = looks[deed]
  const call = toCall(stage, { name, title: `${verb} ${path}`, effect: 'read', path })
  begin(stage, agent, call)
  yield chance.between(5, 120)
  if (chance.isWithin(FAILS)) {
    return finish(stage, agent, call, { outcome: 'error', error: `There is no file ${path}.` })
  }
  const text = stage.project.read(path)
  const result = deed === 'read' ? text : text.split('\n').slice(0, 12).join('\n')
  const display = { type: 'text', lines: result.split('\n').length } as const
  finish(stage, agent, call, { outcome: 'ok', result, display })
}

function* edit(stage: Stage, agent: Agent): Work {
  const { recorder, project } = stage
  const path = project.pick(agent.chance)
  const planned = project.planEdit(path, agent.chance)
  const { oldLine, newLine } = planned
  const args = { old_string: oldLine, new_string: newLine }
  const asked = { name: 'edit_file', title: `Edit ${path}`, effect: 'edit', path, args } as const
  const call = toCall(stage, asked)
  if (yield* isRefused(stage, agent, call)) return
  begin(stage, agent, call)
  yield agent.chance.between(5, 60)
  const whole = project.edit(planned)
  const [before, after] = [recorder.putFile(whole.before), recorder.putFile(whole.after)]
  const change = { path: `/workspace/${path}`, before, after, added: 1, removed: 1 }
  const by = { type: 'call' as const, spanIds: [call.spanId] }
  const data = { ...change, by }
  recorder.add({ kind: 'file.changed', ...agent.ids, spanId: call.spanId, data })
  const result = `Replaced ${oldLine} by ${newLine}.`
  finish(stage, agent, call, { outcome: 'ok', result, display: { type: 'diff', ...change } })
}

function* execute(stage: Stage, agent: Agent): Work {
  const { chance, ids } = agent
  const { recorder, root } = stage
  const command = `npm test -- ${stage.project.pick(chance)}`
  const title = `Run ${command}`
  const call = toCall(stage, { name: 'run_command', title, effect: 'execute', path: command })
  if (yield* isRefused(stage, agent, call)) return
  begin(stage, agent, call)
  const { spanId } = call
  const opened = { title, command, cwd: root, cols: 120, rows: 30 }
  recorder.add({ kind: 'terminal.opened', ...ids, spanId, data: opened })
  let result = ''
  for (let left = chance.whole(2, 9); left > 0; left -= 1) {
    yield chance.between(50, 1_500)
    const text = printed(chance.whole(1, 900))
    result += text
    recorder.add({ kind: 'terminal.output', ...ids, spanId, data: { text } })
  }
  const exitCode = chance.isWithin(0.2) ? 1 : 0
  recorder.add({ kind: 'terminal.ended', ...ids, spanId, data: { exitCode } })
  const outcome = exitCode === 0 ? 'ok' : 'error'
  finish(stage, agent, call, { outcome, result, display: { type: 'terminal', spanId, exitCode } })
}

function printed(first: number): string {
  const line = (test: number) =>
    `\u001b[32m✔\u001b[39m test ${test} \u001b[90m(${test % 7} ms)\u001b[39m\r\n`
  return [first, first + 1, first + 2].map(line).join('')
}

function* plan(stage: Stage, agent: Agent): Work {
  const { recorder } = stage
  const call = toCall(stage, {
    name: 'write_todos',
    title: 'Update the plan',
    effect: 'read',
    path: '',
  })
  begin(stage, agent, call)
  yield 2
  const done = agent.chance.whole(0, 4)
  const contents = ['See what is there', 'Find the cause', 'Repair it', 'Run the tests', 'Report']
  const todos = contents.map(
    (content, index) =>
      ({
        content,
        status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
      }) as const,
  )
  finish(stage, agent, call, { outcome: 'ok', result: 'Updated the plan.' })
  recorder.add({ kind: 'todos.changed', ...agent.ids, data: { todos } })
}

/** A person is asked before some calls, and refuses some of these. */
function* isRefused(stage: Stage, agent: Agent, call: Call): Generator<number, boolean> {
  const { chance, ids } = agent
  if (!chance.isWithin(ASKS)) return false
  const { spanId, ...asked } = call
  const approvalId = ApprovalId.parse(stage.recorder.name('apr'))
  const why = { risk: 'Changes the project.', rule: 'The profile asks.', isJudged: true }
  const allowedDecisions = [...decisionsOf.call]
  const offered = { type: 'call' as const, allowedDecisions, acceptsRule: true }
  const requested = { approvalId, ...asked, ...why, ...offered }
  stage.recorder.add({ kind: 'approval.requested', ...ids, spanId, data: requested })
  yield chance.between(3_000, 40_000)
  const isDenied = chance.isWithin(REFUSED)
  const decision = isDenied ? 'reject' : 'approve'
  const decided = { approvalId, decision, by: 'person' } as const
  stage.recorder.add({ kind: 'approval.decided', ...ids, spanId, data: decided })
  if (!isDenied) return false
  begin(stage, agent, call)
  finish(stage, agent, call, { outcome: 'denied', error: 'A person refused it.' })
  return true
}

interface Asked extends Pick<Call, 'name' | 'title' | 'effect'> {
  readonly path: string
  readonly args?: Readonly<Record<string, string>>
}

export function toCall({ recorder }: Stage, { path, args, ...asked }: Asked): Call {
  const spanId = SpanId.parse(recorder.name('spn'))
  return { ...asked, spanId, toolCallId: recorder.name('call'), args: { json: { path, ...args } } }
}

export function begin({ recorder }: Stage, agent: Agent, { spanId, ...data }: Call): void {
  const parentSpanId = agent.spanId
  recorder.add({ kind: 'tool.started', ...agent.ids, spanId, parentSpanId, data })
}

export function finish(stage: Stage, agent: Agent, { spanId }: Call, data: Ended): void {
  stage.recorder.add({ kind: 'tool.ended', ...agent.ids, spanId, data })
  agent.hear('ToolMessage', typeof data.result === 'string' ? data.result : (data.error ?? ''))
}
