import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { git } from './test-workspace.ts'

/** Every setting of git whose value is a program, or names a file that one is in, from git's documentation. */
export const PROGRAM_SETTINGS: readonly string[] = [
  'alias.diff',
  'alias.log',
  'alias.planted',
  'browser.planted.cmd',
  'browser.planted.path',
  'core.alternateRefsCommand',
  'core.askPass',
  'core.editor',
  'core.fsmonitor',
  'core.gitProxy',
  'core.pager',
  'core.sshCommand',
  'credential.helper',
  'credential.https://example.org.helper',
  'diff.external',
  'diff.planted.command',
  'diff.planted.textconv',
  'difftool.planted.cmd',
  'difftool.planted.path',
  'filter.planted.clean',
  'filter.planted.smudge',
  'filter.planted-served.process',
  'gc.recentObjectsHook',
  'gpg.openpgp.program',
  'gpg.program',
  'gpg.ssh.defaultKeyCommand',
  'gpg.ssh.program',
  'gpg.x509.program',
  'guitool.planted.cmd',
  'hook.planted.command',
  'imap.tunnel',
  'instaweb.browser',
  'instaweb.httpd',
  'interactive.diffFilter',
  'man.planted.cmd',
  'man.planted.path',
  'merge.planted.driver',
  'mergetool.planted.cmd',
  'mergetool.planted.path',
  'pager.blame',
  'pager.diff',
  'pager.log',
  'pager.show',
  'remote.origin.receivepack',
  'remote.origin.uploadpack',
  'sendemail.ccCmd',
  'sendemail.headerCmd',
  'sendemail.sendmailCmd',
  'sendemail.smtpServer',
  'sendemail.toCmd',
  'sequence.editor',
  'submodule.sub.update',
  'tar.planted.command',
  'trailer.planted.cmd',
  'trailer.planted.command',
  'uploadpack.packObjectsHook',
  'web.browser',
]

/** Settings that make git show, sign, fetch or recurse where it otherwise wouldn't. */
const LURES: readonly (readonly [key: string, value: string])[] = [
  ['commit.gpgSign', 'true'],
  ['diff.ignoreSubmodules', 'none'],
  ['diff.submodule', 'diff'],
  ['filter.planted.required', 'true'],
  ['gc.auto', '1'],
  ['hook.planted.event', 'reference-transaction'],
  ['log.showSignature', 'true'],
  ['protocol.ext.allow', 'always'],
  ['remote.origin.promisor', 'true'],
  ['remote.origin.url', 'ext::planted-remote'],
  ['status.submoduleSummary', 'true'],
  ['submodule.recurse', 'true'],
  ['submodule.sub.ignore', 'none'],
]

const HOOKS: readonly string[] = [
  'applypatch-msg',
  'commit-msg',
  'fsmonitor-watchman',
  'post-checkout',
  'post-commit',
  'post-index-change',
  'post-merge',
  'pre-auto-gc',
  'pre-commit',
  'prepare-commit-msg',
  'reference-transaction',
]

function toSection([key, value]: readonly [key: string, value: string]): string {
  const [section, ...rest] = key.split('.')
  const name = rest.pop()
  const subsection = rest.length > 0 ? ` "${rest.join('.')}"` : ''
  return `[${section}${subsection}]\n\t${name} = ${value}\n`
}

/** What a repository's planted programs write their names to. */
export interface Planted {
  /** The settings and hooks that were run so far. */
  readonly ran: () => readonly string[]
}

/**
 * Plants a program of its own under every setting, and under every hook, of a repository, and gives all its files
 * attributes that call for them. `folder` lies outside it; drivers are called `name`, where settings say `planted`.
 */
export function plantPrograms(top: string, folder: string, name: string): Planted {
  mkdirSync(join(folder, 'hooks'), { recursive: true })
  const log = join(folder, 'ran.txt')
  const program = (path: string, key: string) => {
    writeFileSync(path, `#!/bin/sh\necho '${key}' >> '${log}'\n[ $# -gt 0 ] && cat "$1" || cat\n`)
    chmodSync(path, 0o755)
    return path
  }
  const own = (text: string) => text.replace('planted', name)
  const programs = PROGRAM_SETTINGS.map(own).map((key, index) => {
    const path = program(join(folder, `${index}.sh`), key)
    const isShell = key.startsWith('alias.') || key.endsWith('.update')
    return [key, isShell ? `!${path}` : path] as const
  })
  for (const hook of HOOKS) program(join(folder, 'hooks', hook), `hook ${hook}`)
  const settings = [
    ...programs,
    ...LURES.map(([key, value]) => [own(key), value] as const),
    ['core.hooksPath', join(folder, 'hooks')] as const,
  ]
  const configuration = git(top, 'rev-parse', '--git-path', 'config').trim()
  appendFileSync(resolve(top, configuration), settings.map(toSection).join(''))
  const attributes = `* diff=${name} filter=${name} merge=${name}\n*.served filter=${name}-served\n`
  writeFileSync(join(top, '.gitattributes'), attributes)
  return {
    ran: () => (existsSync(log) ? [...new Set(readFileSync(log, 'utf8').trim().split('\n'))] : []),
  }
}
