import { noteRuled } from '../file-access.ts'
import type { Call } from '../judging.ts'
import { type Field, LISTED, type Output, toField, UNREADABLE } from '../values.ts'
import { dangerous, type Finding, risky, unknown } from '../verdict.ts'
import {
  accessOf,
  has,
  named,
  type Options,
  type Programs,
  readAll,
  readOptions,
  valuesOf,
  whoOf,
  writeAll,
} from './define.ts'

type Judge = (call: Call, options: Options) => Finding | undefined

/** Only shows, whatever its options, but for those that `outputs` below knows. */
const SHOWING = [
  ...['status', 'diff', 'log', 'show', 'rev-parse', 'ls-files', 'ls-tree', 'blame', 'annotate'],
  ...['describe', 'shortlog', 'cat-file', 'name-rev', 'merge-base', 'rev-list', 'for-each-ref'],
  ...['count-objects', 'diff-tree', 'diff-index', 'diff-files', 'check-ignore', 'check-attr'],
  ...['version', 'help', 'whatchanged', 'grep', 'show-ref', 'show-branch', 'var', 'cherry'],
  ...['range-diff', 'check-ref-format', 'merge-tree', 'ls-remote', 'fsck'],
  ...['verify-commit', 'verify-tag'],
]

/** Changes what a person would want to see, and git keeps what was there or can fetch it again. */
const CHANGING = [
  ...[
    'add',
    'commit',
    'merge',
    'fetch',
    'pull',
    'checkout',
    'switch',
    'restore',
    'reset',
    'revert',
  ],
  ...[
    'cherry-pick',
    'rm',
    'mv',
    'init',
    'clone',
    'apply',
    'am',
    'format-patch',
    'notes',
    'archive',
  ],
  ...['bundle', 'sparse-checkout', 'maintenance', 'gc', 'repack', 'update-index', 'write-tree'],
  ...[
    'read-tree',
    'commit-tree',
    'hash-object',
    'lfs',
    'flow',
    'request-pull',
    'stage',
    'unpack-objects',
  ],
  ...[
    'bisect',
    'rebase',
    'submodule',
    'config',
    'stash',
    'branch',
    'tag',
    'remote',
    'worktree',
    'reflog',
  ],
  ...[
    'push',
    'clean',
    'filter-branch',
    'filter-repo',
    'update-ref',
    'symbolic-ref',
    'prune',
    'replace',
  ],
]

const LISTING: Readonly<Record<string, RegExp>> = {
  branch:
    /^(?:-[avrl]+|-vv|--(?:list|all|remotes|show-current|merged|no-merged|contains|sort.*|format.*|verbose))$/u,
  tag: /^(?:-l|-n\d*|--(?:list|sort.*|contains|points-at|merged|format.*))$/u,
  remote: /^(?:-v|--verbose|show|get-url)$/u,
  stash: /^(?:list|show)$/u,
  worktree: /^list$/u,
  reflog: /^(?:show|exists)$/u,
  config: /^(?:--(?:get|get-all|get-regexp|list|show-origin|show-scope)|-l|get|list)$/u,
  bisect: /^(?:log|visualize|view)$/u,
  submodule: /^(?:status|summary)$/u,
  notes: /^(?:list|show)$/u,
  clean: /^(?:-[a-mo-z]*n[a-z]*|--dry-run)$/u,
  'symbolic-ref': /^(?:--short|-q)$/u,
}

/** Without arguments these list. */
const LISTING_ALONE: ReadonlySet<string> = new Set([
  'branch',
  'tag',
  'remote',
  'reflog',
  'submodule',
])

const DANGERS: Readonly<Record<string, Judge>> = {
  push: judgePush,
  clean: (call) => dangerous(`\`${whoOf(call)}\` deletes files that git does not know, for good.`),
  'filter-branch': rewrites,
  'filter-repo': rewrites,
  'update-ref': (call, options) => (has(options, '-d', '--delete') ? rewrites(call) : undefined),
  prune: rewrites,
  replace: rewrites,
  reflog: (call) => rewrites(call),
  gc: (call, options) =>
    [...options.flags].some((f) => f === '--prune') ? rewrites(call) : undefined,
  config: judgeConfig,
  grep: judgePager,
  'verify-commit': steers,
  'verify-tag': steers,
  'merge-tree': steers,
  'ls-remote': (call) => risky(`\`${whoOf(call)}\` talks to the network.`),
  bisect: judgeRun,
  submodule: judgeRun,
  rebase: judgeExec,
}

function rewrites(call: Call): Finding {
  return dangerous(`\`${whoOf(call)}\` rewrites or drops the project’s history.`)
}

function judgePush(call: Call, options: Options): Finding | undefined {
  const isForced = has(options, '-f', '--force', '--force-with-lease', '--mirror', '--prune', '-d')
  const isDeleting = has(options, '--delete')
  const isRef = options.operands.slice(1).some(({ text }) => /^[+:]/u.test(text))
  if (!isForced && !isDeleting && !isRef) return undefined
  return dangerous(`\`${whoOf(call)}\` overwrites or deletes what others have on the server.`)
}

function judgeConfig(call: Call): Finding | undefined {
  const words = call.args.map(({ text }) => text)
  for (const word of words) runAlias(call, word)
  const isOutside = words.some((word) => word === '--global' || word === '--system')
  const outside = `\`${whoOf(call)}\` changes git’s settings outside the project.`
  if (isOutside) call.judging.note(dangerous(outside))
  const isSteering = words.some((word) => STEERING.test(word))
  return isSteering ? unknown(`\`${whoOf(call)}\` makes git run another program.`) : undefined
}

/** Settings whose value is a command. */
const STEERING =
  /^(?:core\.(?:pager|editor|sshcommand|hookspath|fsmonitor|askpass|gitproxy|alternaterefscommand)|alias\.|pager\.|diff\.|difftool\.|merge\.|mergetool\.|filter\.|credential\.|gpg\.|sequence\.editor|uploadpack\.|protocol\.|remote\..*\.(?:proxy|uploadpack|receivepack)|include|browser\.|web\.|man\.|trailer\.|log\.showsignature|pretty\.|format\.pretty|sendemail\.|interactive\.|submodule\..*\.update|url\.|http\.proxy)/iu

/** `alias.x=!command`, and whatever else begins with `!`, is a command of the shell. */
function runAlias(call: Call, text: string): void {
  const command = /(?:^|=)!(?<command>.*)$/su.exec(text)?.groups?.['command']
  if (command) call.judging.run(command, call.scope.copy(), undefined)
}

/** `-O` may stand behind other letters, and the long one may be shortened. */
function judgePager(call: Call, options: Options): Finding | undefined {
  const isRunning =
    has(options, '--open-files-in-pager') ||
    call.args.some(({ text }) => /^-[a-zA-Z]*O/u.test(text))
  return isRunning ? unknown(`\`${whoOf(call)}\` opens files with another program.`) : undefined
}

function judgeRun(call: Call, { operands }: Options): Finding | undefined {
  const verb = operands.findIndex(({ text }) => text === 'run' || text === 'foreach')
  if (verb === -1) return undefined
  const command = call.args.slice(
    call.args.findIndex(({ text }) => /^(?:run|foreach)$/u.test(text)) + 1,
  )
  const words = command.filter(({ text }) => text !== '--recursive')
  if (words.length === 1) call.judging.run(words[0]?.text ?? '', call.scope.copy(), undefined)
  else call.judging.call(words, call.scope.copy(), undefined)
  return undefined
}

function judgeExec(call: Call, { values }: Options): Finding | undefined {
  for (const name of ['-x', '--exec']) {
    for (const text of values.get(name) ?? []) call.judging.run(text, call.scope.copy(), undefined)
  }
  return undefined
}

const GLOBAL_VALUED = [
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--config-env',
]

function git(call: Call): Output {
  const options = readOptions(call.args, { valued: GLOBAL_VALUED, isOrdered: true })
  const [name, ...args] = restAfter(call, options)
  for (const text of valuesOf(options, '-c', '--config-env')) noteSetting(call, text)
  const elsewhere = ['--git-dir', '--work-tree'].flatMap((key) => options.values.get(key) ?? [])
  const places = [...(options.values.get('-C') ?? []), ...elsewhere]
  // What is said there of hooks and the like holds.
  if (elsewhere.some((path) => !/^(?:\.\/)*(?:\.git\/?)?\.?$/u.test(path)))
    call.judging.note(steers(call))
  readAll(call, places.map(toField))
  if (has(options, '--exec-path', '--bare')) call.judging.note(steers(call))
  if (!name) return UNREADABLE
  call.judging.note(judgeCommand(name.text, { ...call, args }))
  if (args.some(({ text }) => text === '--show-toplevel')) return [`${call.judging.place.root}\n`]
  return name.text === 'ls-files' ? [`./${LISTED}\n`] : UNREADABLE
}

/** Of the ordered reading, operands begin with the subcommand; its own options are among them. */
function restAfter(call: Call, { operands }: Options): readonly Field[] {
  const [first] = operands
  return first ? call.args.slice(call.args.indexOf(first)) : []
}

function noteSetting(call: Call, text: string): void {
  runAlias(call, text)
  if (STEERING.test(text) || checksSignatures(text)) call.judging.note(steers(call))
}

function steers(call: Call): Finding {
  return unknown(`\`${whoOf(call)}\` makes git run another program.`)
}

const SUB_VALUED = [
  '-m',
  '-x',
  '--exec',
  '-o',
  '--output',
  '-b',
  '-B',
  '--format',
  '--author',
  '--upload-pack',
]

function judgeCommand(name: string, sub: Call): Finding | undefined {
  const call = { ...sub, name: `git ${name}` }
  const options = readOptions(sub.args, { valued: SUB_VALUED })
  noteOptions(call, options)
  if (SHOWING.includes(name)) return DANGERS[name]?.(call, options)
  if (!CHANGING.includes(name)) return unknown(`Nobody here knows what \`git ${name}\` does.`)
  if (isListing(name, sub.args)) return undefined
  for (const { text } of sub.args) noteSteered(call, text)
  return DANGERS[name]?.(call, options) ?? risky(`\`${whoOf(call)}\` changes the repository.`)
}

/** With these, git starts programs that settings name, which it otherwise leaves alone. */
const STARTING = [
  ...['--upload-pack', '--receive-pack', '--ext-diff', '--textconv', '--extcmd', '--filters'],
  ...['--show-signature', '--verify-signatures', '--remerge-diff'],
]
/** Parts of a format that say who signed: git asks the program that checks signatures. */
const SIGNED = /%[-+ ]?G[?GKSFPT]|%\(\*?signature/u
const SORTING = /^--so[a-z]*(?:=|$)|^(?:branch|tag)\.sort=/iu

/** Whether a word, with the option that may stand in front of it, has git check signatures. */
function checksSignatures(word: string, previous = ''): boolean {
  const isSorting = SORTING.test(word) || SORTING.test(previous)
  return SIGNED.test(word) || (isSorting && /\bsignature\b/u.test(word))
}

function noteOptions(call: Call, options: Options): void {
  writeAll(call, (options.values.get('--output') ?? []).map(toField))
  if (STARTING.some((name) => has(options, name))) {
    call.judging.note(steers(call))
  }
  const isSigned = call.args.some(({ text }, at) => checksSignatures(text, call.args[at - 1]?.text))
  if (isSigned) call.judging.note(steers(call))
  const isRemoteCode = call.args.some(({ text }) => text.startsWith('ext::'))
  if (isRemoteCode) call.judging.note(steers(call))
  readAll(
    call,
    options.operands.filter(({ text }) => /^(?:\/|\.\.\/)/u.test(text)),
  )
}

/** What git would put into the folders that say what agents may do, as options and patterns name it. */
function noteSteered(call: Call, text: string): void {
  const path = text.replace(/^--[\w-]+=/u, '').replace(/^:(?:\([^)]*\)|[/!^]*)/u, '')
  if (!path.startsWith('-')) noteRuled(accessOf(call), path)
}

function isListing(name: string, args: readonly Field[]): boolean {
  const pattern = LISTING[name]
  if (!pattern) return false
  const words = args.map(({ text }) => text)
  if (words.length === 0) return LISTING_ALONE.has(name)
  if (name === 'branch' || name === 'tag') return isListingRefs(words, pattern)
  return (
    pattern.test(words[0] ?? '') &&
    !words.some((word) => /^--?(?:unset|add|edit|delete)/u.test(word))
  )
}

/** A name behind an option that lists is a pattern; alone it would be made. */
function isListingRefs(words: readonly string[], pattern: RegExp): boolean {
  const options = words.filter((word) => word.startsWith('-'))
  return options.length > 0 && options.every((word) => pattern.test(word))
}

export const gitPrograms: Programs = named(['git'], git)
