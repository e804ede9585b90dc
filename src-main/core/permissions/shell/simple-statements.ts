import { assign, declare, unset } from './assignments.ts'
import type { At } from './at.ts'
import { expandText, expandWord } from './expand-word.ts'
import { hasRedirect } from './statement-parts.ts'
import { childrenIn, type Syntax } from './syntax.ts'
import { type Output, SILENT } from './values.ts'
import { unknown } from './verdict.ts'

/** Assignments that stand alone hold from here on. */
export function walkAssignments(node: Syntax, at: At): Output {
  const list = node.type === 'variable_assignment' ? [node] : node.children
  assign(
    at,
    list.filter(({ type }) => type === 'variable_assignment'),
  )
  return SILENT
}

/** `export`, `declare` and their like. */
export function walkDeclaration(node: Syntax, at: At): Output {
  declare(at, node)
  return SILENT
}

/** What is unset is known to be empty. */
export function walkUnset(node: Syntax, at: At): Output {
  unset(at, node)
  return SILENT
}

/** A test changes nothing, but what is substituted in it does run. */
export function walkTest(node: Syntax, at: At): Output {
  const { source, extents } = at.origin
  const isOldTest = /^\[(?!\[)/u.test(source.slice(node.start, node.end))
  if (isOldTest && hasRedirect(node)) at.judging.note(unknown('A test in it redirects to a file.'))
  if (isEvaluated(at, node)) evaluateTest(at, node)
  at.judging.work.spend(extents.size)
  for (const [start, end] of extents) {
    if (start >= node.start && end <= node.end && isOutermost(at, node, start)) {
      expandWord(at, { start, end })
    }
  }
  return SILENT
}

const EVALUATING: ReadonlySet<string> = new Set([
  ...['-eq', '-ne', '-lt', '-le', '-gt', '-ge', '-v', '-R'],
])

/** Whether it is arithmetic, compares numbers or asks for a variable by its name. */
function isEvaluated(at: At, { type, start, end, children }: Syntax): boolean {
  const { source } = at.origin
  if (type === 'test_operator') return EVALUATING.has(source.slice(start, end))
  if (type === '((') return true
  return children.some((child) => isEvaluated(at, child))
}

/** Notes what a test evaluates; quotes in it may hide what stands on their two sides together. */
function evaluateTest(at: At, { start, end }: Syntax): void {
  for (const text of expandText(at, { start, end }, true)) {
    const plain = text.replaceAll("'", '').replaceAll('"', '').replaceAll('\\', '')
    at.scope.evaluated.evaluate(plain)
    if (text.includes("$'"))
      at.judging.note(unknown('What a test in it evaluates could not be read.'))
  }
}

function isOutermost({ origin, judging }: At, node: Syntax, start: number): boolean {
  judging.work.spend(origin.extents.size)
  return ![...origin.extents].some(([from, to]) => from >= node.start && from < start && to > start)
}

/** A function is judged when it is called. */
export function walkFunction(node: Syntax, at: At): Output {
  const [name] = childrenIn(node, 'name')
  const [body] = childrenIn(node, 'body')
  const { source } = at.origin
  if (!name || !body) return SILENT
  // With what is redirected behind it, as a statement of its own.
  at.scope.functions.set(source.slice(name.start, name.end), source.slice(body.start, node.end))
  return SILENT
}
