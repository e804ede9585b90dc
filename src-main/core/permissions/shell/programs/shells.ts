import { findContent } from '../file-access.ts'
import type { Call } from '../judging.ts'
import { type Field, isFetched, type Output, toField, UNREADABLE } from '../values.ts'
import { catastrophic, dangerous, risky, unknown } from '../verdict.ts'
import {
  accessOf,
  named,
  type Program,
  type Programs,
  targetsOfAll,
  textOf,
  whoOf,
} from './define.ts'

interface Invocation {
  readonly code: Field | undefined
  readonly script: Field | undefined
  readonly args: readonly Field[]
  readonly startup: readonly Field[]
  readonly isAsked: boolean
  /** What the code calls `$0`. */
  readonly zeroth?: Field | undefined
}

/** Shells read options until the first word that is none; `-c` may stand among others: `-lc`. */
function readInvocation(args: readonly Field[]): Invocation {
  const startup: Field[] = []
  let wantsCode = false
  let readsInput = false
  for (let index = 0; index < args.length; index++) {
    const field = args[index]
    const text = field?.text ?? ''
    if (field && !/^[-+]./u.test(text)) {
      const rest = args.slice(index + 1)
      return toInvocation({ field, rest, wantsCode, readsInput, startup })
    }
    if (/^-[a-zA-Z]*c/u.test(text)) wantsCode = true
    if (/^-[a-zA-Z]*s/u.test(text)) readsInput = true
    if (/^--(?:rcfile|init-file)$/u.test(text)) startup.push(...args.slice(++index, index + 1))
    else if (/^[-+][a-zA-Z]*[oO]$/u.test(text)) index++
  }
  const isAsked = args.some(({ text }) => /^--(?:version|help)$/u.test(text))
  return { code: undefined, script: undefined, args: [], startup, isAsked }
}

interface Reading {
  readonly field: Field
  readonly rest: readonly Field[]
  readonly wantsCode: boolean
  readonly readsInput: boolean
  readonly startup: readonly Field[]
}

function toInvocation({ field, rest, wantsCode, readsInput, startup }: Reading): Invocation {
  if (wantsCode) {
    const args = rest.slice(1)
    return { code: field, script: undefined, args, startup, isAsked: false, zeroth: rest[0] }
  }
  const script = readsInput ? undefined : field
  return { code: undefined, script, args: rest, startup, isAsked: false }
}

const shell: Program = (call) => {
  const { code, script, args, startup, isAsked, zeroth } = readInvocation(call.args)
  const scope = call.scope.copy()
  scope.set('@', [args])
  if (zeroth) scope.set('0', [[zeroth]])
  const inner = { ...call, scope }
  for (const file of startup) runFile(inner, file, false)
  if (code) return call.judging.run(code.text, scope, call.input)
  if (script) return runFile(inner, script, true)
  if (isAsked) return UNREADABLE
  if (call.input) return runAll(inner, call.input)
  call.judging.note(unknown(`\`${whoOf(call)}\` opens a shell, in which anything can be typed.`))
  return UNREADABLE
}

function runAll({ judging, scope }: Call, texts: Output): Output {
  return texts.flatMap((text) => judging.run(text, scope, undefined))
}

/** A file of commands: what the command wrote itself is judged; the project's own is seen by a person. */
function runFile(call: Call, file: Field, isScript: boolean): Output {
  const text = textOf(call, file.text)
  if (text) return runAll(call, text)
  if (findContent(accessOf(call), file.text)) return UNREADABLE
  const isInside = targetsOfAll(call, [file]).every(({ kind }) => kind === 'inside')
  const who = whoOf(call)
  const sentence = isInside
    ? risky(`\`${who}\` runs a script of the project, which can do anything.`)
    : unknown(`\`${who}\` runs a script from outside the project.`)
  call.judging.note(isScript || !isInside ? sentence : risky(sentence.reason))
  return UNREADABLE
}

const evaluate: Program = ({ args, judging, scope, input }) =>
  judging.run(args.map(({ text }) => text).join(' '), scope, input)

const source: Program = (call) => {
  const [file, ...args] = call.args[0]?.text === '--' ? call.args.slice(1) : call.args
  if (!file) return UNREADABLE
  if (args.length > 0) call.scope.set('@', [args])
  return runFile(call, file, true)
}

/** The other machine's files are not these, but what would be a catastrophe here is one there. */
const ssh: Program = (call) => {
  const valued = 'bcDEeFIiJLlmOopQRSWw'
  let index = 0
  for (; index < call.args.length; index++) {
    const text = call.args[index]?.text ?? ''
    if (!text.startsWith('-')) break
    if (/proxycommand|localcommand/iu.test(text + (call.args[index + 1]?.text ?? ''))) {
      call.judging.note(unknown(`\`${whoOf(call)}\` runs another program to connect.`))
    }
    if (text.length === 2 && valued.includes(text.charAt(1))) index++
  }
  call.judging.note(risky(`\`${whoOf(call)}\` connects to another machine.`))
  const command = call.args.slice(index + 1)
  if (command.length > 0) {
    call.judging.run(command.map(({ text }) => text).join(' '), call.scope.copy(), call.input)
  } else if (call.input) runAll({ ...call, scope: call.scope.copy() }, call.input)
  return UNREADABLE
}

const REMOVING = /rmtree|rmSync|rmdir|rm_r|remove|unlink|\brm\b|delete|rimraf/iu

/** Matches code whose white space was collapsed. */
const FORKING = /fork ?(?:\( ?\))? ?while |while ?\(? ?(?:1|true) ?\)? ?[:{]? ?(?:os\.)?fork/iu

/** Strings beyond this length of code are ignored. */
const MAX_CODE = 20_000

/** Returns the string literals in code, with escapes left as they are. */
function stringsIn(code: string): readonly string[] {
  const strings: string[] = []
  const unclosed = new Set<string>()
  for (let at = 0; at < code.length; at += 1) {
    const quote = code.charAt(at)
    if (!'"\'`'.includes(quote) || unclosed.has(quote)) continue
    const end = findQuote(code, quote, at + 1)
    // Later quotes of this kind aren't closed either.
    if (end === undefined) unclosed.add(quote)
    else strings.push(code.slice(at + 1, end))
    at = end ?? at
  }
  return strings
}

function findQuote(code: string, quote: string, from: number): number | undefined {
  for (let at = from; at < code.length; at += code[at] === '\\' ? 2 : 1) {
    if (code[at] === quote) return at
  }
  return undefined
}

/**
 * Code of another language is not judged; but a text in it that would be a catastrophe as a command,
 * or the path of one where it deletes, is told as what it is.
 */
export function noteCode(call: Call, code: string): void {
  const { judging } = call
  if (isFetched([code]))
    judging.note(dangerous('It runs what it downloads, before anyone has seen it.'))
  judging.note(unknown(`The code that \`${call.name}\` is given cannot be judged.`))
  if (FORKING.test(code.replaceAll(/\s+/gu, ' '))) {
    judging.note(catastrophic('It starts itself over and over until the machine stands still.'))
  }
  const isRemoving = REMOVING.test(code)
  for (const text of stringsIn(code.slice(0, MAX_CODE))) {
    if (/[\s;|&]/u.test(text))
      judging.suspect(() => judging.run(text, call.scope.copy(), undefined))
    if (isRemoving && /^[/~.]/u.test(text)) {
      const argv = ['rm', '-rf', text].map(toField)
      judging.suspect(() => judging.call(argv, call.scope.copy(), undefined))
    }
  }
}

export const shells: Programs = {
  ...named(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'mksh', 'rbash', 'yash'], shell),
  ...named(['fish', 'tcsh', 'csh', 'nu', 'pwsh'], (call) => {
    const output = shell(call)
    call.judging.note(unknown(`\`${whoOf(call)}\` is a shell whose language is another.`))
    return output
  }),
  eval: evaluate,
  source,
  '.': source,
  ssh,
  ...named(['rsh', 'mosh', 'dbclient'], ssh),
}
