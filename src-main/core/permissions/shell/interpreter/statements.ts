import { assign, assignPrefixed, judgeVariable } from '../assignments.ts'
import type { Setting } from '../at.ts'
import { combine, expandWord } from '../expand-word.ts'
import { deliver, joinAdjacent, type Redirection, readRedirects } from '../redirects.ts'
import type { Scope, Values } from '../scope.ts'
import {
  walkAssignments,
  walkDeclaration,
  walkFunction,
  walkTest,
  walkUnset,
} from '../simple-statements.ts'
import {
  flatten,
  groupBranches,
  hasBackground,
  isRedirect,
  redirectLast,
} from '../statement-parts.ts'
import { childOf, childrenIn, childrenOfType, type Syntax } from '../syntax.ts'
import { costOf, join, type Output, SILENT, toField, UNREADABLE, unite } from '../values.ts'
import { dangerous, unknown } from '../verdict.ts'
import { runArgv } from './run-command.ts'

type Walk = (node: Syntax, at: Setting) => Output

const WALKS: Readonly<Record<string, Walk>> = {
  program: walkAll,
  compound_statement: walkAll,
  do_group: walkAll,
  else_clause: walkAll,
  elif_clause: walkBranches,
  if_statement: walkBranches,
  negated_command: walkAll,
  list: walkList,
  pipeline: walkPipeline,
  redirected_statement: walkRedirected,
  subshell: (node, at) => walkAll(node, { ...at, scope: at.scope.copy() }),
  command: walkCommand,
  variable_assignment: walkAssignments,
  variable_assignments: walkAssignments,
  declaration_command: walkDeclaration,
  unset_command: walkUnset,
  test_command: walkTest,
  function_definition: walkFunction,
  while_statement: walkWhile,
  for_statement: walkFor,
  c_style_for_statement: walkCounting,
  case_statement: walkCase,
}

const NOTHING: ReadonlySet<string> = new Set(['comment', 'heredoc_body', 'heredoc_content'])

/** Judges a statement and gives what it could print. */
export function walk(node: Syntax, at: Setting): Output {
  if (!node.isNamed || NOTHING.has(node.type)) return SILENT
  at.judging.work.step()
  const known = WALKS[node.type]
  if (known) {
    const part = at.origin.source.slice(node.start, node.end)
    return at.judging.within(part, () => known(node, at))
  }
  at.judging.note(unknown('A part of it could not be read.'))
  return walkAll(node, at)
}

/** One after the other; what is followed by `&` runs beside. */
function walkAll(node: Syntax, at: Setting): Output {
  return walkSequence(node.children, at)
}

function walkSequence(nodes: readonly Syntax[], at: Setting): Output {
  return nodes.reduce<Output>((output, node, index) => {
    const isBeside = nodes[index + 1]?.type === '&'
    at.judging.work.spend(costOf(output))
    return join(output, walk(node, isBeside ? { ...at, scope: forked(at.scope) } : at))
  }, SILENT)
}

function forked(scope: Scope): Scope {
  const copy = scope.copy()
  copy.forks++
  return copy
}

/** `a && b || c`: what `b` does holds for what follows it; afterwards it may not have run. */
function walkList(node: Syntax, at: Setting): Output {
  const [first, ...rest] = flatten(node)
  const output = first ? walk(first.node, at) : SILENT
  const before = at.scope.copy()
  const outputs = rest.map(({ node: next, operator }) => {
    if (operator === '||') return walkAside(next, at)
    return walk(next, at)
  })
  if (rest.some(({ operator }) => operator === '&&')) at.scope.merge(before)
  return outputs.reduce((all, one) => {
    at.judging.work.spend(costOf(all) + costOf(one))
    return unite(join(all, one), all, one)
  }, output)
}

function walkAside(node: Syntax, at: Setting): Output {
  const scope = at.scope.copy()
  const output = walk(node, { ...at, scope })
  at.scope.merge(scope)
  return output
}

function walkPipeline(node: Syntax, at: Setting): Output {
  const parts = node.children.filter(({ isNamed, type }) => isNamed && type !== 'comment')
  return walkPipe(parts, at)
}

function walkPipe(parts: readonly Syntax[], at: Setting): Output {
  return parts.reduce<Output>((output, part, index) => {
    const input = index === 0 ? at.input : output
    return walk(part, { ...at, scope: forked(at.scope), input })
  }, SILENT)
}

function walkRedirected(node: Syntax, at: Setting): Output {
  const redirects = node.children.filter(isRedirect)
  const body = node.children.find((child) => child.isNamed && !redirects.includes(child))
  const list = body?.type === 'list' ? redirectLast(body, redirects) : undefined
  if (list) return walk(list, at)
  const redirection = readRedirects(at, redirects)
  const output = body ? walkBody(body, at, redirection) : SILENT
  return follow(at, redirection, deliver(at, redirection, output))
}

/** Redirections behind a pipeline are those of its last command. */
function walkBody(body: Syntax, at: Setting, redirection: Redirection): Output {
  const { input, words } = redirection
  const last = body.children.filter(({ isNamed }) => isNamed).at(-1)
  if (body.type !== 'pipeline' || !last || (!input && words.length === 0)) {
    return walk(body, { ...at, input: input ?? at.input, words })
  }
  const output = walk(body, at)
  return unite(output, walkBody(last, { ...at, input: UNREADABLE }, redirection))
}

/** What stands behind a here-document's start on the same line. */
function follow(at: Setting, { piped, next }: Redirection, output: Output): Output {
  const printed = piped.reduce<Output>(
    (input, node) => walk(node, { ...at, scope: forked(at.scope), input }),
    output,
  )
  return join(printed, walkSequence(next, at))
}

const NOT_WORDS: ReadonlySet<string> = new Set([
  ...[
    'variable_assignment',
    'file_redirect',
    'herestring_redirect',
    'heredoc_redirect',
    'comment',
    'subshell',
  ],
])

function walkCommand(node: Syntax, at: Setting): Output {
  const redirects = node.children.filter(isRedirect)
  const redirection = readRedirects(at, redirects)
  // `time (…)`: the grammar takes `time` for a program and the group for its argument.
  for (const group of childrenOfType(node, 'subshell')) walk(group, at)
  const own = joinAdjacent(
    at,
    node.children.filter(({ type }) => !NOT_WORDS.has(type)),
  )
  const spans = [...own, ...redirection.words, ...(at.words ?? [])]
  const argvs = combine(
    spans.map((span) => expandWord(at, span)),
    at.judging.work,
  )
  const scope = withAssignments(node, at, spans.length > 0)
  const input = redirection.input ?? at.input
  const output = runAlternatives(argvs, { ...at, scope, input })
  return follow(at, redirection, deliver(at, redirection, output))
}

/** Assignments in front of a program are for it alone. */
function withAssignments(node: Syntax, at: Setting, hasProgram: boolean): Scope {
  const assignments = childrenOfType(node, 'variable_assignment')
  if (assignments.length === 0) return at.scope
  return hasProgram ? assignPrefixed(at, assignments) : assign(at, assignments)
}

function runAlternatives(argvs: Values, { scope, judging, input }: Setting): Output {
  const [only, ...others] = argvs
  if (only && others.length === 0) return runArgv({ argv: only, scope, judging, input })
  const before = scope.copy()
  const outputs = argvs.map((argv, index) => {
    const own = before.copy()
    const output = runArgv({ argv, scope: own, judging, input })
    if (index === 0) scope.become(own)
    else scope.merge(own)
    return output
  })
  return unite(...outputs)
}

/** Either branch may run. */
function walkBranches(node: Syntax, at: Setting): Output {
  const before = at.scope.copy()
  const outputs = groupBranches(node).map((group) => {
    const scope = before.copy()
    const output = walkSequence(group, { ...at, scope })
    at.scope.merge(scope)
    return output
  })
  return unite(SILENT, ...outputs)
}

function walkWhile(node: Syntax, at: Setting): Output {
  const { source } = at.origin
  const text = source.slice(node.start, node.end)
  if (/^while\s+(?:true|:|\[ 1 \]|\(\(\s*1\s*\)\))\s*[;\n]/u.test(text) && hasBackground(node)) {
    at.judging.note(dangerous('It starts processes in an endless loop.'))
  }
  return loop(at, (again) => walkAll(node, again))
}

/** Twice, so that what one round sets is seen by the next. */
function loop(at: Setting, body: (at: Setting) => Output): Output {
  const before = at.scope.copy()
  const first = body(at)
  at.scope.merge(before)
  const second = body(at)
  at.scope.merge(before)
  return unite(SILENT, first, join(join(first, second), UNREADABLE))
}

const MAX_ROUNDS = 16

function walkFor(node: Syntax, at: Setting): Output {
  const [variable] = childrenIn(node, 'variable')
  const name = variable ? at.origin.source.slice(variable.start, variable.end) : '_'
  const [body] = childrenIn(node, 'body')
  const values = forValues(node, at)
  at.judging.note(judgeVariable(name, ''))
  const [only] = values
  const walkWith = (round: Setting) => (body ? walk(body, round) : SILENT)
  if (only && values.length === 1 && only.length <= MAX_ROUNDS) {
    return only.reduce<Output>((output, field) => {
      at.scope.set(name, [[field]])
      return join(output, walkWith(at))
    }, SILENT)
  }
  const all = values.flat().map((field) => [field])
  return loop(at, (round) => {
    round.scope.set(name, all.length > 0 ? all : [[]])
    return walkWith(round)
  })
}

function forValues(node: Syntax, at: Setting): Values {
  const words = joinAdjacent(at, childrenIn(node, 'value'))
  const hasIn = node.children.some(({ type }) => type === 'in')
  if (!hasIn) return at.scope.get('@')
  const isMenu = node.children[0]?.type === 'select'
  const values = combine(
    words.map((span) => expandWord(at, span)),
    at.judging.work,
  )
  return isMenu ? [...values, [toField('')]] : values
}

function walkCounting(node: Syntax, at: Setting): Output {
  walkTest(node, at)
  for (const variable of childrenIn(node, 'initializer')) walkAssignments(variable, at)
  const body = childOf(node, 'do_group') ?? childOf(node, 'compound_statement')
  return loop(at, (round) => (body ? walk(body, round) : SILENT))
}

function walkCase(node: Syntax, at: Setting): Output {
  for (const value of joinAdjacent(at, childrenIn(node, 'value'))) expandWord(at, value)
  const before = at.scope.copy()
  const outputs = childrenOfType(node, 'case_item').map((item) => {
    const scope = before.copy()
    const patterns = new Set([...childrenIn(item, 'value'), ...childrenIn(item, 'fallthrough')])
    const body = item.children.filter((child) => !patterns.has(child))
    const output = walkSequence(body, { ...at, scope })
    at.scope.merge(scope)
    return output
  })
  return unite(SILENT, ...outputs)
}
