import { judgeHidden, judgeVariable, noteNumbers } from '../assignments.ts'
import { variable } from '../expand-word.ts'
import { noteRead } from '../file-access.ts'
import type { Call } from '../judging.ts'
import type { Scope } from '../scope.ts'
import { namedTargets } from '../targets.ts'
import {
  costOf,
  isKnown,
  type Output,
  SILENT,
  toField,
  UNKNOWN,
  UNREADABLE,
  unite,
} from '../values.ts'
import { dangerous, risky, showsVariables, unknown } from '../verdict.ts'
import {
  firstOf,
  named,
  type Program,
  type Programs,
  readOptions,
  valuesOf,
  whoOf,
} from './define.ts'

const cd: Program = ({ args, scope, judging }) => {
  const [target] = readOptions(args).operands
  const before = scope.cwds
  const from = scope.copy()
  const text = target === undefined ? textOf(scope, 'HOME') : target.text
  if (text === '-') scope.cwds = textsOf(scope, 'OLDPWD')
  else if (text !== '') scope.cwds = foldersOf(text, { scope, place: judging.place })
  scope.setText('OLDPWD', before)
  if (target && isKnown(text)) noteRead({ who: `cd ${text}`, scope: from, judging }, text)
  return SILENT
}

function foldersOf(
  text: string,
  { scope, place }: { scope: Scope; place: Call['judging']['place'] },
) {
  const targets = namedTargets(text, scope, place)
  return unite(targets.map(({ path }) => (isKnown(path) ? path : UNKNOWN)))
}

function textOf(scope: Scope, name: string): string {
  return textsOf(scope, name)[0] ?? UNKNOWN
}

function textsOf(scope: Scope, name: string): Output {
  return variable(scope, name).map((list) => list.map(({ text }) => text).join(' '))
}

const popd: Program = ({ scope }) => {
  scope.cwds = [UNKNOWN]
  return SILENT
}

const set: Program = ({ args, scope, judging }) => {
  if (args.length === 0) judging.note(showsVariables('set'))
  const words = args.map(({ text }) => text)
  if (words.some((word, index) => word === 'history' && words[index - 1] === '+o')) {
    judging.note(dangerous('`set +o history` keeps commands out of your shell’s history.'))
  }
  const end = words.indexOf('--')
  const first = words.findIndex(
    (word, index) => !/^[-+]/u.test(word) && !/^[-+]\w*o$/u.test(words[index - 1] ?? ''),
  )
  if (end !== -1) scope.set('@', [args.slice(end + 1)])
  else if (first !== -1) scope.set('@', [args.slice(first)])
  return SILENT
}

const shift: Program = ({ args, scope }) => {
  const count = Number(args[0]?.text ?? 1) || 1
  scope.set(
    '@',
    scope.get('@').map((list) => list.slice(count)),
  )
  return SILENT
}

/** Sets each name to a part of a line; which line and which part may depend on the round. */
const read: Program = ({ args, scope, judging, input }) => {
  const options = readOptions(args, { valued: ['-p', '-d', '-n', '-N', '-t', '-u', '-i', '-a'] })
  const names = [...options.operands.map(({ text }) => text), ...valuesOf(options, '-a')]
  const lines = (input ?? UNREADABLE).flatMap((text) => firstOf(text.split('\n')))
  const [first = 'REPLY', ...others] = names
  judging.work.spend(names.length * (costOf(lines) + lines.length) * 4)
  for (const [index, name] of [first, ...others].entries()) {
    judging.note(judgeVariable(name, ''))
    scope.evaluated.evaluateName(name)
    const isLast = index === names.length - 1 || names.length === 0
    const parts = lines.map((line) => partOf(line, { index, isLast, separators: scope.separators }))
    scope.setText(name, unite(parts))
  }
  return SILENT
}

interface Cut {
  readonly index: number
  readonly isLast: boolean
  readonly separators: string
}

function partOf(line: string, { index, isLast, separators }: Cut): string {
  if (!isKnown(line)) return UNKNOWN
  const words = [...line]
    .map((char) => (separators.includes(char) ? '\n' : char))
    .join('')
    .split(/\n+/u)
    .filter(Boolean)
  return isLast ? words.slice(index).join(' ') : (words[index] ?? '')
}

const readArray: Program = ({ args, scope, judging, input }) => {
  const options = readOptions(args, { valued: ['-d', '-n', '-O', '-s', '-u', '-C', '-c'] })
  for (const code of valuesOf(options, '-C')) judging.run(code, scope.copy(), undefined)
  const name = options.operands[0]?.text ?? 'MAPFILE'
  judging.note(judgeVariable(name, ''))
  const lists = (input ?? UNREADABLE).map((text) =>
    firstOf(text.split('\n').filter(Boolean)).map(toField),
  )
  scope.set(name, lists)
  return SILENT
}

const alias: Program = ({ args, scope }) => {
  for (const { text } of args) {
    const equals = text.indexOf('=')
    if (equals > 0) scope.aliases.set(text.slice(0, equals), text.slice(equals + 1))
  }
  return SILENT
}

const unalias: Program = ({ args, scope }) => {
  for (const { text } of args) scope.aliases.delete(text)
  return SILENT
}

const trap: Program = ({ args, scope, judging }) => {
  const [code] = readOptions(args).operands
  if (code && code.text !== '-' && code.text !== '') judging.run(code.text, scope.copy(), undefined)
  return SILENT
}

const history: Program = (call) => {
  const isChanging = call.args.some(({ text }) => /^-[cdwr]/u.test(text))
  const sentence = `\`${whoOf(call)}\` changes your shell’s history.`
  call.judging.note(
    isChanging ? dangerous(sentence) : risky(`\`${whoOf(call)}\` shows your history.`),
  )
  return UNREADABLE
}

/** Its arguments are arithmetic. */
const evaluating: Program = ({ args, scope }) => {
  for (const { text } of args) scope.evaluated.evaluate(text)
  return SILENT
}

/** Some of its arguments may be names of variables. */
const naming: Program = ({ args, scope }) => {
  for (const { text } of args) scope.evaluated.evaluateName(text)
  return SILENT
}

const setting: Program = (call) => {
  noteNumbers(
    call.scope,
    call.args.map(({ text }) => text),
  )
  call.judging.note(
    judgeHidden(
      call.name,
      call.args.map(({ text }) => text),
    ),
  )
  for (const { text } of call.args) {
    const equals = text.indexOf('=')
    if (equals <= 0) continue
    call.judging.note(judgeVariable(text.slice(0, equals), text.slice(equals + 1)))
    call.scope.setText(text.slice(0, equals), [text.slice(equals + 1)])
  }
  return SILENT
}

const cannotFollow: Program = (call) => {
  call.judging.note(unknown(`\`${whoOf(call)}\` changes what later words mean.`))
  return SILENT
}

const quiet: Program = () => SILENT

const own: Programs = {
  cd,
  ...named(['chdir', 'pushd'], cd),
  popd,
  dirs: () => UNREADABLE,
  set,
  shift,
  read,
  ...named(['mapfile', 'readarray'], readArray),
  alias,
  unalias,
  trap,
  history,
  ...named(['export', 'declare', 'typeset', 'local', 'readonly'], setting),
  ...named(['enable', 'hash', 'bind', 'complete', 'compgen', 'getopts', 'autoload'], cannotFollow),
  let: evaluating,
  wait: naming,
  ...named(['exit', 'return', 'break', 'continue', 'jobs', 'bg', 'fg', 'disown'], quiet),
  ...named(['shopt', 'umask', 'ulimit', 'times', 'type', 'setopt', 'unsetopt', 'logout'], quiet),
}

/** What the shell does itself, changing what it knows. */
export const builtins: ReadonlyMap<string, Program> = new Map(Object.entries(own))
