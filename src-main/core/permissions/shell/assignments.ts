import type { At } from './at.ts'
import { combine, evaluate, expandText, expandWord } from './expand-word.ts'
import { joinAdjacent } from './redirects.ts'
import { type Scope, sizeOf, type Values } from './scope.ts'
import { childOf, type Syntax } from './syntax.ts'
import { isKnown, shown, toField, UNKNOWN } from './values.ts'
import { dangerous, type Finding, risky, showsVariables, unknown } from './verdict.ts'

/** Variables by which other programs, or other code, are run than the names in a command say. */
const STEERING =
  /^(?:PATH|LD_.*|DYLD_.*|BASH_ENV|ENV|PROMPT_COMMAND|SHELLOPTS|BASHOPTS|PS4|CDPATH|NODE_OPTIONS|NODE_PATH|PYTHON(?:PATH|STARTUP|HOME|BREAKPOINT|USERBASE|EXECUTABLE)|PERL5?(?:OPT|LIB|5LIB|5DB)|RUBY(?:OPT|LIB)|(?:JAVA_TOOL|_JAVA|JDK_JAVA)_OPTIONS|JAVA_HOME|MAVEN_OPTS|GRADLE_OPTS|DOTNET_STARTUP_HOOKS|XDG_(?:CONFIG|DATA)_.*|GIT_.*|(?:GIT_)?PAGER|MANPAGER|LESSOPEN|LESSCLOSE|EDITOR|VISUAL|BROWSER|(?:GNU)?MAKEFLAGS|MAKEFILES|RUSTC(?:_WRAPPER)?|RUSTFLAGS|CARGO_.*|CC|CXX|LD|GOFLAGS|npm_config_.*|NPM_CONFIG_.*|SUDO_ASKPASS|SSH_ASKPASS|TAR_OPTIONS|RSYNC_RSH|GREP_OPTIONS|BASH_FUNC.*|SHELL|HOME|PIP_.*|YARN_.*|PNPM_.*|UV_.*|BUNDLE_.*|GEM_.*|GCC_EXEC_PREFIX|COMPILER_PATH|ZDOTDIR|OPENSSL_.*|RIPGREP_CONFIG_PATH)$/u

/** `HOME=x` moves where things are: what is judged here follows it, but programs find settings there. */
const FOLLOWED: ReadonlySet<string> = new Set(['HOME', 'SHELL'])
const PLAIN_GIT =
  /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$|^GIT_(?:TERMINAL_PROMPT|OPTIONAL_LOCKS)$/u

/** What setting a variable means for what runs afterwards. */
export function judgeVariable(name: string, text: string): Finding | undefined {
  if (/^HIST(?:FILE|SIZE|FILESIZE|CONTROL|IGNORE)$/u.test(name)) {
    return dangerous(`Setting ${name} keeps commands out of your shell's history.`)
  }
  if (PLAIN_GIT.test(name)) return undefined
  if (FOLLOWED.has(name)) return risky(`Setting ${name} has programs read other settings.`)
  if (/^(?:GIT_)?PAGER$/u.test(name) && /^(?:cat)?$/u.test(text)) return undefined
  if (!STEERING.test(name)) return undefined
  return unknown(`Setting ${name} can change which program or code runs.`)
}

/**
 * Judges that a variable is no longer passed on to programs. Those of git keep it from running what
 * a repository names.
 */
export function judgeRemoval(name: string): Finding | undefined {
  const isKept = isKnown(name) && (!name.startsWith('GIT_') || PLAIN_GIT.test(name))
  return isKept ? undefined : unknown(`Removing ${shown(name)} can change which program git runs.`)
}

/** Judges the names that a declaration hides from programs: `export -n x`, `declare +x x`, `local x`. */
export function judgeHidden(keyword: string, texts: readonly string[]): Finding | undefined {
  const isHiding =
    keyword === 'export'
      ? texts.some((text) => /^-\w*n/u.test(text))
      : keyword !== 'readonly' && !texts.some((text) => /^-\w*p/u.test(text))
  return isHiding ? texts.map(judgeRemoval).find(Boolean) : undefined
}

/** Assignments that hold from here on. */
export function assign(at: At, nodes: readonly Syntax[]): Scope {
  for (const node of nodes) assignOne(at, node, at.scope)
  return at.scope
}

/** Assignments in front of a program hold for it alone: they are made in a copy. */
export function assignPrefixed(at: At, nodes: readonly Syntax[]): Scope {
  const scope = at.scope.copy()
  for (const node of nodes) assignOne(at, node, scope)
  return scope
}

/** What is assigned to these is evaluated as arithmetic. */
const NUMBERS: ReadonlySet<string> = new Set(['HISTCMD', 'OPTIND', 'RANDOM', 'SECONDS', 'SRANDOM'])

const ASSIGNMENT = /^(?<name>[a-zA-Z_]\w*)(?:\[(?<index>[^\]]*)\])?(?<plus>\+?)=/u

function assignOne(at: At, node: Syntax, scope: Scope): void {
  const text = at.origin.source.slice(node.start, node.end)
  const match = ASSIGNMENT.exec(text)
  const { name, index, plus } = match?.groups ?? {}
  if (!match || !name) {
    at.judging.note(unknown('An assignment could not be read.'))
    return
  }
  const span = { start: node.start + match[0].length, end: node.end }
  if (index !== undefined && !/^\d{1,2}$/u.test(index)) {
    const start = node.start + name.length + 1
    evaluate(at, { start, end: start + index.length })
  }
  if (NUMBERS.has(name)) scope.evaluated.evaluate()
  const array = childOf(node, 'array')
  const values = array ? listOf(at, array) : expandText(at, span).map((one) => [toField(one)])
  at.judging.note(judgeVariable(name, values[0]?.[0]?.text ?? ''))
  setValues(scope, name, { values, index, isAdded: plus === '+' })
}

interface Setting {
  readonly values: Values
  readonly index: string | undefined
  readonly isAdded: boolean
}

function setValues(scope: Scope, name: string, { values, index, isAdded }: Setting): void {
  const before = scope.vars.get(name) ?? [[]]
  if (isAdded || index !== undefined) chargeForJoin(scope, before, values)
  if (index !== undefined) scope.set(name, setAt(before, index, values))
  else scope.set(name, isAdded ? addTo(before, values) : values)
}

/** Charges for joining every old value to every new one. */
function chargeForJoin({ work }: Scope, before: Values, values: Values): void {
  work.spend(before.length * sizeOf(values) + values.length * sizeOf(before))
}

function addTo(before: Values, values: Values): Values {
  const isList = [...before, ...values].some((list) => list.length > 1)
  return before.flatMap((old) =>
    values.map((list) =>
      isList ? [...old, ...list] : [toField([...old, ...list].map(({ text }) => text).join(''))],
    ),
  )
}

function setAt(before: Values, index: string, values: Values): Values {
  if (!/^\d{1,2}$/u.test(index)) return [[toField(UNKNOWN)]]
  return before.flatMap((old) =>
    values.map((list) => {
      const padded = Array.from({ length: Math.max(old.length, +index + 1) }, (_, at) => old[at])
      return padded.map((field, at) => (at === +index ? list[0] : field) ?? toField(''))
    }),
  )
}

function listOf(at: At, array: Syntax): Values {
  const words = joinAdjacent(
    at,
    array.children.filter(({ isNamed }) => isNamed),
  )
  for (const span of words) {
    if (at.origin.source.charAt(span.start) === '[') evaluate(at, span)
  }
  return combine(
    words.map((span) => expandWord(at, span)),
    at.scope.work,
  )
}

/** `export`, `declare`, `local`, `readonly`, `typeset`. */
export function declare(at: At, node: Syntax): void {
  const [keyword, ...rest] = node.children
  for (const child of rest) {
    if (child.type === 'variable_assignment') assignOne(at, child, at.scope)
  }
  const words = joinAdjacent(
    at,
    rest.filter(({ type }) => type !== 'variable_assignment'),
  )
  const who = keyword?.type ?? ''
  const isAssigned = rest.some(({ type }) => type === 'variable_assignment')
  const lists = combine(
    words.map((span) => expandWord(at, span)),
    at.scope.work,
  )
  for (const list of lists) {
    const texts = list.map(({ text }) => text)
    const isShowing = texts.some((text) => /^-\w*p/u.test(text)) || texts.every(isOption)
    const isOfFunctions = texts.some((text) => /^-\w*f/iu.test(text))
    if (isShowing && !isAssigned && !isOfFunctions) at.judging.note(showsVariables(who))
    at.judging.note(judgeHidden(who, texts))
    noteNumbers(at.scope, texts)
    for (const text of texts) declareWord(at, text, who)
  }
}

/** `declare -i n`: what `n` comes to hold is evaluated. So is an index in what is declared. */
export function noteNumbers({ evaluated }: Scope, texts: readonly string[]): void {
  if (texts.some((text) => isOption(text) && text.includes('i'))) evaluated.evaluate()
  for (const text of texts) evaluated.evaluateName(text.split('=')[0] ?? '')
}

function isOption(text: string): boolean {
  return text.startsWith('-')
}

function declareWord({ scope, judging }: At, text: string, keyword: string): void {
  const match = ASSIGNMENT.exec(text)
  const name = match?.groups?.['name']
  const isReference = keyword !== 'export' && /^-\w*n/u.test(text)
  if (isReference || text.includes(UNKNOWN)) {
    judging.note(unknown(`What \`${keyword} ${text}\` sets cannot be followed.`))
  }
  if (!match || !name) return
  const value = text.slice(match[0].length)
  judging.note(judgeVariable(name, value))
  scope.setText(name, [value])
}

/** `unset`: what it names is empty from here on, be it variable or function. */
export function unset(at: At, node: Syntax): void {
  const names = joinAdjacent(at, node.children.slice(1)).flatMap((span) => expandWord(at, span))
  for (const { text } of names.flat()) {
    if (text.startsWith('HIST')) at.judging.note(judgeVariable(text, ''))
    at.judging.note(judgeRemoval(text))
    at.scope.evaluated.evaluateName(text)
    at.scope.vars.set(text, [[]])
    at.scope.functions.delete(text)
  }
}
