import { isNameOf } from '../../../files/protected-names.ts'
import { noteRuled } from '../file-access.ts'
import type { Call } from '../judging.ts'
import type { Target } from '../targets.ts'
import { type Output, toField, UNREADABLE } from '../values.ts'
import { risky, unknown } from '../verdict.ts'
import { accessOf, readOptions, targetsOfAll, valuesOf, whoOf, writeAll } from './define.ts'

/**
 * Building, testing and checking run the project's own code, which an agent may have written: they
 * are safe all the same, because an agent that cannot test what it wrote without asking is of little
 * use, because what they run is in files a person sees changed, and because they run with no keys.
 * Any other script of the project asks: its name says nothing of what it does.
 *
 * So `package.json`'s test script, a Makefile's `test`, `.npmrc`, `conftest.py`, the configuration of
 * vitest, eslint or tsc, and what lies in `node_modules/.bin` may be written and then run unasked: all
 * of these are the project's own code, and to judge one of them would leave the others. What is on the
 * command line itself is judged: options and variables that name another program ask, as does writing
 * git's hooks and settings, which steer programs that do not run the project's code.
 */
const CHECKS =
  /^(?:(?:un)?tests?|spec|e2e|unit|integration|check|checks|lint|types?|typecheck|type-check|tsc|build|compile|coverage|ci|verify|validate|format[:-]check|fmt[:-]check|prettier[:-]check|bench)(?:[:_.-][\w:.-]*)?$/iu
const CHANGING_WORD =
  /(?:^|[:_.-])(?:fix|write|update|deploy|publish|release|clean|reset|push)(?:$|[:_.-])/iu

/** Whether a script or target goes by a name that says it only builds or checks. */
export function isCheck(name: string): boolean {
  return CHECKS.test(name) && !CHANGING_WORD.test(name)
}

/** Options by which a build or test tool runs another program than its own, or changes files. */
const STEERED =
  /^(?:--(?:script-shell|userconfig|globalconfig|node-options|python-executable|shell|config|require|loader|globalSetup|allow-all|allow-run|eval|manifest-path|rootdir|plugin)(?:=.*)?|--?(?:exec|toolexec|vettool)(?:=.*)?|-wrapper|(?:-C|--codegen=)?link(?:er|-args?)=.*|-r=.*|-A|-(?:f|fpass-)?plugin.*|-load|--ld-path(?:=.*)?|--?specs.*|-B.*)$/u
/** Options that name a linker or what it loads; those of Go's linker are one word. */
const LINKING = /^-Wl,.*-plugin|^-fuse-ld=[^/]*\/|(?:^|[\s='"])--?extld(?:flags)?(?:[\s=]|$)/u
const FIXING =
  /^(?:--fix\S*|--write|--update|-u|--updateSnapshot|--unsafe|--in-place|-w|--apply\S*)$/u

/** Judges a call that builds or checks: it is safe unless its words say otherwise. */
export function noteSteered(call: Call): Output {
  const words = call.args.map(({ text }) => text)
  if (words.some((word) => STEERED.test(word) || LINKING.test(word))) {
    call.judging.note(unknown(`\`${whoOf(call)}\` can run another program by that option.`))
  }
  if (words.some((word) => FIXING.test(word))) {
    call.judging.note(risky(`\`${whoOf(call)}\` changes files.`))
  }
  notePlaces(call)
  noteOutput(call)
  // Many options name what is written.
  for (const [index, word] of words.entries()) {
    if (isExcluded(word, words[index - 1])) continue
    for (const path of pathsIn(word)) noteNamed(call, path)
  }
  return UNREADABLE
}

/** What could be a path in a word: behind a separator, or behind an option of one or two letters. */
function pathsIn(word: string): readonly string[] {
  const parts = word.split(/[,:=]/u)
  const glued = parts.flatMap((part) =>
    part.startsWith('-') && !part.startsWith('--') ? [part.slice(2), part.slice(3)] : [],
  )
  const paths = [word.replace(/^-[^=]*=/u, ''), ...parts, ...glued]
  return [...new Set(paths)].filter((path) => path !== '' && !path.startsWith('-'))
}

/** Whether the word is the value of an option for files to leave out. */
function isExcluded(word: string, previous = ''): boolean {
  const option = word.startsWith('-') ? (word.split('=', 1)[0] ?? '') : previous
  return /^-[^=]*$/u.test(option) && /exclude|ignore|omit|skip/iu.test(option)
}

/** No check reads git's files, so a word that names one is where something is written. */
function noteNamed(call: Call, path: string): void {
  noteRuled(accessOf(call), path)
  const isWritten = targetsOfAll(call, [toField(path)]).some(isBelowGit)
  if (isWritten) writeAll(call, [toField(path)])
}

function isBelowGit({ kind, path }: Target): boolean {
  const names = path.split('/')
  return kind === 'history' && names.findIndex((name) => isNameOf(name, '.git')) < names.length - 1
}

/** What is built or tested outside the project is somebody else's code. `more`: further words to look at. */
export function notePlaces(call: Call, more: readonly string[] = []): void {
  const words = [...call.args.map(({ text }) => text), ...more]
  const paths = words.flatMap(
    (text) => /^(?:[^=]*=)?(?<path>(?:\/|~|\.\.).*)$/u.exec(text)?.groups?.['path'] ?? [],
  )
  const targets = targetsOfAll(call, ['.', ...paths].map(toField))
  const isOutside = targets.some(
    ({ kind }) => kind !== 'inside' && kind !== 'project' && kind !== 'stream',
  )
  if (isOutside) {
    call.judging.note(unknown(`\`${whoOf(call)}\` runs code from outside the project.`))
  }
}

const OUTPUTS = [
  '-o',
  '--output',
  '--out',
  '--outDir',
  '--outdir',
  '--out-dir',
  '--outfile',
  '--outputFile',
  '--output-file',
  '--junitxml',
  '--junit-xml',
  '--target-dir',
  '-d',
  '--prefix',
  '-C',
]

function noteOutput(call: Call): void {
  const options = readOptions(call.args, { valued: OUTPUTS })
  writeAll(call, valuesOf(options, ...OUTPUTS).map(toField))
}
