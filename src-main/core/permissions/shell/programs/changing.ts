import { posix } from 'node:path'
import { type Deed, judgeDeed } from '../destruction.ts'
import { noteSteering } from '../file-access.ts'
import type { Call } from '../judging.ts'
import { type Field, SILENT, toField } from '../values.ts'
import { catastrophic, dangerous, risky } from '../verdict.ts'
import {
  accessOf,
  has,
  judged,
  named,
  type Options,
  type Program,
  type Programs,
  readAll,
  readOptions,
  targetsOfAll,
  targetsOfThemselves,
  valuesOf,
  whoOf,
  writeAll,
} from './define.ts'

const RECURSIVE = ['-r', '-R', '--recursive'] as const

function isAskedOnly(options: Options): boolean {
  return has(options, '--help', '--version')
}

function noteDeeds(call: Call, paths: readonly Field[], deed: Omit<Deed, 'who'>) {
  for (const target of targetsOfThemselves(call, paths)) {
    call.judging.note(judgeDeed({ who: whoOf(call), ...deed }, target))
  }
}

/** What comes to be where it is put into a folder: it keeps its name there, a hidden one too. */
function noteNames(call: Call, sources: readonly Field[], into: readonly Field[]): void {
  for (const { text: folder } of into) {
    for (const { text } of sources) {
      const name = /(?:^|\/)(?<name>[^/]+)\/*$/u.exec(text)?.groups?.['name'] ?? '.'
      noteSteering(accessOf(call), `${folder}/${name}`)
    }
  }
}

/** `cp -r a/. b`: what is hidden in it goes too. */
function noteHidden(call: Call, sources: readonly Field[], into: readonly Field[], all: RegExp) {
  if (!sources.some(({ text }) => all.test(text))) return
  for (const { text } of into) {
    const isProject = targetsOfAll(call, [toField(text)]).some(({ kind }) => kind === 'project')
    if (isProject) noteSteering(accessOf(call), `${text}/.orrery`)
  }
}

const remove: Program = (call) => {
  const options = readOptions(call.args)
  if (isAskedOnly(options)) return SILENT
  const isDeep = has(options, ...RECURSIVE)
  noteDeeds(call, options.operands, { verb: 'deletes', isDeep })
  return SILENT
}

const trash: Program = (call) => {
  noteDeeds(call, readOptions(call.args).operands, { verb: 'deletes', isDeep: true })
  return SILENT
}

const shred: Program = (call) => {
  const options = readOptions(call.args, { valued: ['-n', '-s', '--iterations', '--size'] })
  for (const target of targetsOfAll(call, options.operands)) {
    const isDevice = target.kind === 'device'
    const finding = catastrophic(`\`${whoOf(call)}\` overwrites the device ${target.path}.`)
    const deed = { who: whoOf(call), verb: 'overwrites', isDeep: true }
    call.judging.note(isDevice ? finding : judgeDeed(deed, target))
  }
  return SILENT
}

function destinationOf(options: Options): { sources: readonly Field[]; into: readonly Field[] } {
  const folders = valuesOf(options, '-t', '--target-directory')
  if (folders.length > 0) {
    return { sources: options.operands, into: folders.map(toField) }
  }
  return { sources: options.operands.slice(0, -1), into: options.operands.slice(-1) }
}

const COPYING = ['-t', '--target-directory', '-S', '--suffix', '-m', '-o', '-g', '--mode'] as const

const move: Program = (call) => {
  const { sources, into } = destinationOf(readOptions(call.args, { valued: COPYING }))
  noteDeeds(call, sources, { verb: 'moves away', isDeep: true, isRepairable: true })
  writeAll(call, into)
  noteNames(call, sources, into)
  if (into.some(({ text }) => text === '/dev/null')) {
    call.judging.note(dangerous(`\`${whoOf(call)}\` moves files to where nothing comes back from.`))
  }
  call.judging.note(risky(`\`${whoOf(call)}\` moves or renames files.`))
  return SILENT
}

const copy: Program = (call) => {
  const { sources, into } = destinationOf(readOptions(call.args, { valued: COPYING }))
  readAll(call, sources)
  writeAll(call, into)
  noteNames(call, sources, into)
  noteHidden(call, sources, into, /(?:^|\/)\.$/u)
  call.judging.note(risky(`\`${whoOf(call)}\` copies over files.`))
  return SILENT
}

/** Links are followed by whatever comes later, so where they lead counts as well. */
const link: Program = (call) => {
  const { sources, into } = destinationOf(readOptions(call.args, { valued: COPYING }))
  writeAll(call, into)
  noteNames(call, sources, into)
  readAll(call, sources)
  for (const { text } of sources) noteSteering(accessOf(call), text)
  keepLinks(call, sources, into)
  call.judging.note(risky(`\`${whoOf(call)}\` makes a link.`))
  return SILENT
}

/** Whether the second is a folder is not known here: then the link is in it, under its own name. */
function keepLinks({ scope }: Call, sources: readonly Field[], into: readonly Field[]): void {
  for (const { text: target } of sources) {
    const places = into.length > 0 ? into.map(({ text }) => text) : ['.']
    for (const cwd of scope.cwds) {
      for (const place of places) {
        const path = posix.resolve(cwd, place)
        if (path !== cwd) scope.links.set(path, target)
        scope.links.set(posix.join(path, posix.basename(target)), target)
      }
    }
  }
}

const create: Program = (call) => {
  const options = readOptions(call.args, { valued: ['-m', '--mode', '-d', '-t', '-r', '-s'] })
  writeAll(call, options.operands)
  call.judging.note(risky(`\`${whoOf(call)}\` makes or changes files.`))
  return SILENT
}

/** `mkdir` and `touch` in the project change nothing that was there. */
const createInside: Program = (call) => {
  const options = readOptions(call.args, { valued: ['-m', '--mode', '-d', '-t', '-r'] })
  writeAll(call, options.operands)
  return SILENT
}

const permit: Program = (call) => {
  const options = readOptions(call.args, { valued: ['--from', '--reference'] })
  const deed = {
    who: whoOf(call),
    verb: 'changes who may use',
    isDeep: has(options, '-R', '--recursive'),
    isRepairable: true,
  }
  // The first is the mode or the owner. Links are followed.
  for (const target of targetsOfAll(call, options.operands.slice(1))) {
    call.judging.note(judgeDeed(deed, target))
  }
  call.judging.note(risky(`\`${whoOf(call)}\` changes who may use files.`))
  return SILENT
}

const dd: Program = (call) => {
  for (const { text } of call.args) {
    const [key, ...rest] = text.split('=')
    const path = [toField(rest.join('='))]
    if (key === 'of') writeAll(call, path)
    if (key === 'if') readAll(call, path)
  }
  call.judging.note(risky(`\`${whoOf(call)}\` copies raw data.`))
  return SILENT
}

const RUNNING_TAR =
  /^--(?:checkpoint-action|to-command|use-compress-program|rsh-command|info-script)/u

const tar: Program = (call) => {
  const words = call.args.map(({ text }) => text)
  if (words.some((word) => RUNNING_TAR.test(word)) || words.includes('-I')) {
    call.judging.note({
      verdict: 'unknown',
      reason: `\`${whoOf(call)}\` runs another program for what it packs.`,
    })
  }
  const folders = ['-C', '--directory', '-f', '--file', '-d']
  const options = readOptions(call.args, { valued: folders })
  const targets = valuesOf(options, ...folders)
  writeAll(call, [...targets.map(toField), ...options.operands.filter(isPath)])
  if (has(options, '--remove-files')) noteDeeds(call, options.operands, DELETING)
  call.judging.note(risky(`\`${whoOf(call)}\` packs or unpacks files.`))
  return SILENT
}

const DELETING = { verb: 'deletes', isDeep: true } as const

function isPath({ text }: Field): boolean {
  return /^(?:\/|~|\.\.)/u.test(text)
}

const rsync: Program = (call) => {
  const options = readOptions(call.args, { valued: ['-e', '--rsh', '--exclude', '--include'] })
  const { sources, into } = destinationOf(options)
  const isLocal = ({ text }: Field) => !/^[^/]+:/u.test(text)
  if ([...options.flags].some((flag) => flag.startsWith('--del'))) {
    noteDeeds(call, into.filter(isLocal), { verb: 'deletes what is only in', isDeep: true })
  }
  const shells = valuesOf(options, '-e', '--rsh')
  for (const shell of shells) call.judging.run(shell, call.scope.copy(), undefined)
  readAll(call, sources.filter(isLocal))
  writeAll(call, into.filter(isLocal))
  noteNames(call, sources, into.filter(isLocal))
  noteHidden(call, sources, into.filter(isLocal), /\/\.?$/u)
  call.judging.note(risky(`\`${whoOf(call)}\` copies files, over the network perhaps.`))
  return SILENT
}

const truncate: Program = (call) => {
  const options = readOptions(call.args, { valued: ['-s', '--size', '-r', '--reference'] })
  writeAll(call, options.operands)
  call.judging.note(risky(`\`${whoOf(call)}\` empties or cuts files.`))
  return SILENT
}

const patch = judged((call) => {
  writeAll(call, readOptions(call.args, { valued: ['-p', '-i', '-d', '-o'] }).operands)
  return risky(`\`${whoOf(call)}\` changes files.`)
})

/** Programs that change files. */
export const changing: Programs = {
  ...named(['rm', 'unlink', 'grm', 'del', 'erase'], remove),
  ...named(['rmdir'], remove),
  ...named(['trash', 'rimraf', 'trash-put', 'srm', 'del-cli'], trash),
  ...named(['shred', 'wipe', 'scrub'], shred),
  ...named(['mv', 'gmv', 'rename'], move),
  ...named(['cp', 'gcp', 'ditto'], copy),
  ...named(['ln', 'link', 'symlink'], link),
  ...named(['install', 'mkfifo', 'mktemp', 'split', 'csplit'], create),
  ...named(['mkdir', 'touch'], createInside),
  ...named(['chmod', 'chown', 'chgrp', 'chattr', 'setfacl', 'chflags'], permit),
  ...named(
    ['tar', 'gtar', 'bsdtar', 'zip', 'unzip', 'gzip', 'gunzip', '7z', 'cpio', 'xz', 'bzip2'],
    tar,
  ),
  ...named(['patch'], patch),
  dd,
  rsync,
  truncate,
}
