import { AppError } from '#shared/lib/app-error.ts'
import type { DebugSession } from '../../../integrations/dap/debug-session.ts'
import type { SeenValue } from '../../../integrations/dap/session-values.ts'
import { boundLines } from '../../answers/bound-lines.ts'
import { debugEvaluate } from '../../catalogue/debugging/debug-evaluate.ts'
import { debugGetVariables } from '../../catalogue/debugging/debug-get-variables.ts'
import { defineRunner } from '../../context/define-runner.ts'

const ADVICE = 'Look at one value, by its reference.'

export const debugGetVariablesRunner = defineRunner(debugGetVariables, {
  run: async ({ frame, reference, depth, start, count }, { debugging, call, signal }) => {
    const session = debugging.get(call.agentId)
    const own = frameOf(session, frame)
    if (reference === undefined) {
      const look = { start, count, depth: depth - 1 }
      const scopes = await session.values.scopes({ id: own.id, index: frame }, look, signal)
      return { text: tell(scopes), display: { type: 'list', items: countOf(scopes) } }
    }
    const look = { start, count, depth: depth - 1 }
    const held = await session.values.held({ reference, frameIndex: frame }, look, signal)
    return {
      text: boundLines(formatValue(held), ADVICE),
      display: { type: 'list', items: countOf([held]) },
    }
  },
})

function tell(scopes: readonly SeenValue[]): string {
  return boundLines(formatValues(scopes), ADVICE) || 'There are none here.'
}

function countOf(values: readonly SeenValue[]): number {
  return values.reduce((sum, { held = [] }) => sum + held.length, 0)
}

/** A call on the stack of a program that stands still; fails with what to do. */
function frameOf(session: DebugSession, index: number): { readonly id: number } {
  const { frames } = session.stop
  const frame = frames[index]
  if (frame) return frame
  const message = `There are ${frames.length} calls on the stack: name one from 0 to ${frames.length - 1}.`
  throw new AppError('invalid-input', message)
}

export const debugEvaluateRunner = defineRunner(debugEvaluate, {
  run: async ({ expression, frame, depth, may_change: mayChange }, context) => {
    const { debugging, call, signal, workspace, source } = context
    const session = debugging.get(call.agentId)
    const { id: frameId } = frameOf(session, frame)
    await using _changes = mayChange ? await workspace.command(source) : undefined
    const asked = { expression, frameId, mayChange }
    const look = { start: 0, count: 50, depth: depth - 1 }
    const value = await session.values.evaluate(asked, look, signal)
    return {
      text: boundLines(formatValue(value), 'Look at it by its reference.'),
      display: { type: 'text', lines: 1 },
    }
  },
})

/** Values line by line, what they hold indented below them; what holds more says how to get it. */
function formatValues(values: readonly SeenValue[], depth = 0): readonly string[] {
  return values.flatMap((value) => formatValue(value, depth))
}

/** Types that show in how a value is written. */
const PLAIN =
  /^(?:number|string|boolean|undefined|null|symbol|bigint|object|function|int|str|bool|float|dict|list|tuple|set|NoneType)$/i

function formatValue(
  { name, value, type, reference, held, hasMore }: SeenValue,
  depth = 0,
): readonly string[] {
  const indent = '  '.repeat(depth)
  const isPlain = !type || PLAIN.test(type) || value.startsWith(type)
  const shownType = isPlain ? '' : ` (${type})`
  const closed = reference !== undefined && held === undefined && mayHold(value)
  const handle = closed ? `  [reference ${reference}]` : ''
  const own = value === '' ? `${name}:` : `${name} = ${value}${shownType}`
  const inside = held ? formatValues(held, depth + 1) : []
  const nothing = held?.length === 0 && value === '' ? [`${indent}  (nothing)`] : []
  const more = hasMore
    ? [`${indent}  … more: reference ${reference}, start at ${held?.length}`]
    : []
  return [`${indent}${own}${handle}`, ...inside, ...nothing, ...more]
}

/** Whether it says by itself that there is nothing in it. */
function mayHold(value: string): boolean {
  return value !== '{}' && value !== '[]' && value !== '()'
}
