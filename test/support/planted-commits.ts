import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'
import { git } from './test-workspace.ts'

/** Where a repository lies. */
export interface Place {
  /** Holds the project and the person's home. */
  readonly folder: string
  readonly root: string
}

export function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
}

/** Gives the person settings of their own, until variables are unstubbed. */
export function useHome({ folder }: Place, settings: string): string {
  const home = join(folder, 'home')
  write(join(home, '.gitconfig'), settings)
  vi.stubEnv('HOME', home)
  vi.stubEnv('XDG_CONFIG_HOME', join(home, '.config'))
  return home
}

/** A way in which a repository has git run a command at a commit. */
export interface Way {
  readonly title: string
  /** In the sentence that refuses the commit. */
  readonly named: string
  /** Has git run a command at a commit. */
  readonly plant: (place: Place, command: string) => void
  /** Not all that a setting names runs at every commit. */
  readonly runs?: false
}

const hook = (name: string) => (place: Place, command: string) =>
  write(join(place.root, '.git/hooks', name), `#!/bin/sh\n${command}\n`, 0o755)
const setting = (name: string) => (place: Place, command: string) =>
  void git(place.root, 'config', name, command)

export const WAYS: readonly Way[] = [
  { title: 'pre-commit', named: 'pre-commit', plant: hook('pre-commit') },
  { title: 'prepare-commit-msg', named: 'prepare-commit-msg', plant: hook('prepare-commit-msg') },
  { title: 'post-index-change', named: 'post-index-change', plant: hook('post-index-change') },
  {
    title: 'reference-transaction',
    named: 'reference-transaction',
    plant: hook('reference-transaction'),
  },
  {
    title: 'core.hooksPath in the project',
    named: 'commit-msg',
    plant: (place, command) => {
      write(join(place.root, '.githooks/commit-msg'), `#!/bin/sh\n${command}\n`, 0o755)
      git(place.root, 'config', 'core.hooksPath', '.githooks')
    },
  },
  {
    title: 'a hook that is a link to a script of the project',
    named: 'pre-commit',
    plant: (place, command) => {
      write(join(place.root, 'tools/check'), `#!/bin/sh\n${command}\n`, 0o755)
      const link = join(place.root, '.git/hooks/pre-commit')
      rmSync(link, { force: true })
      symlinkSync('../../tools/check', link)
    },
  },
  {
    title: 'a script of the project that a hook names',
    named: 'pre-commit',
    plant: (place, command) => {
      write(join(place.root, 'tools/check.sh'), `${command}\n`)
      hook('pre-commit')(place, 'exec sh "$(git rev-parse --show-toplevel)/tools/check.sh"')
    },
  },
  {
    title: 'a file beside a hook',
    named: 'pre-commit',
    plant: (place, command) => {
      write(join(place.root, '.git/hooks/lib'), `${command}\n`)
      hook('pre-commit')(place, '. "$(dirname "$0")/lib"')
    },
  },
  {
    title: 'a hooks folder that is a link into the project',
    named: 'pre-commit',
    plant: (place, command) => {
      write(join(place.root, 'tools/pre-commit'), `#!/bin/sh\n${command}\n`, 0o755)
      const folder = join(place.root, '.git/hooks')
      rmSync(folder, { recursive: true, force: true })
      symlinkSync('../tools', folder)
    },
  },
  {
    title: 'the project as the hooks folder',
    named: 'pre-commit',
    plant: (place, command) => {
      write(join(place.root, 'checks.sh'), `${command}\n`)
      write(join(place.root, 'pre-commit'), '#!/bin/sh\n. ./checks.sh\n', 0o755)
      git(place.root, 'config', 'core.hooksPath', place.root)
    },
  },
  {
    title: 'husky',
    named: 'pre-commit',
    plant: (place, command) => {
      const stub = '#!/usr/bin/env sh\n. "$(dirname "$0")/h"'
      write(join(place.root, '.husky/_/pre-commit'), stub, 0o755)
      write(join(place.root, '.husky/_/commit-msg'), stub, 0o755)
      const runs =
        'n=$(basename "$0")\ns=$(dirname "$(dirname "$0")")/$n\n[ ! -f "$s" ] && exit 0\n'
      write(join(place.root, '.husky/_/h'), `${runs}sh -e "$s" "$@"\nexit $?\n`)
      write(join(place.root, '.husky/pre-commit'), `${command}\n`)
      git(place.root, 'config', 'core.hooksPath', '.husky/_')
    },
  },
  {
    title: 'a runner’s configuration',
    named: 'pre-commit',
    plant: (place, command) => {
      write(join(place.root, 'lefthook.yml'), command)
      hook('pre-commit')(place, 'lefthook() { sh lefthook.yml; }; lefthook run "pre-commit"')
    },
  },
  { title: 'core.fsmonitor', named: 'core.fsmonitor', plant: setting('core.fsmonitor') },
  {
    title: 'a script that core.fsmonitor names',
    named: 'core.fsmonitor',
    plant: (place, command) => {
      write(join(place.root, '.git/watch'), `#!/bin/sh\n${command}\n`, 0o755)
      git(place.root, 'config', 'core.fsmonitor', '.git/watch')
    },
  },
  { title: 'gpg.program', named: 'gpg.program', plant: setting('gpg.program'), runs: false },
  {
    title: 'a filter',
    named: 'filter.own.clean',
    plant: (place, command) => {
      write(join(place.root, '.git/info/attributes'), '*.txt filter=own\n')
      git(place.root, 'config', 'filter.own.clean', `${command}; cat`)
    },
  },
  {
    title: 'an extension of Git LFS',
    named: 'lfs.extension.own.clean',
    plant: setting('lfs.extension.own.clean'),
    runs: false,
  },
  {
    title: 'a credential helper',
    named: 'credential.helper',
    plant: (place, command) => void git(place.root, 'config', 'credential.helper', `!${command}`),
    runs: false,
  },
  {
    title: 'a remote that is a program',
    named: 'remote.origin.url',
    plant: (place, command) =>
      void git(place.root, 'config', 'remote.origin.url', `ext::${command}`),
    runs: false,
  },
  {
    title: 'an included file of the project',
    named: 'core.fsmonitor',
    plant: (place, command) => {
      write(join(place.root, 'tools/gitconfig'), `[core]\n\tfsmonitor = "${command}"\n`)
      git(place.root, 'config', 'include.path', '../tools/gitconfig')
    },
  },
  {
    title: 'settings of a worktree',
    named: 'core.fsmonitor',
    plant: (place, command) => {
      git(place.root, 'config', 'extensions.worktreeConfig', 'true')
      git(place.root, 'config', '--worktree', 'core.fsmonitor', command)
    },
  },
  {
    title: 'a person’s setting that names a script of the project',
    named: 'core.fsmonitor',
    plant: (place, command) => {
      useHome(place, '[core]\n\tfsmonitor = .git/hooks/query-watchman\n')
      write(join(place.root, '.git/hooks/query-watchman'), `#!/bin/sh\n${command}\n`, 0o755)
    },
  },
  {
    title: 'a person’s hooks folder that lies in each project',
    named: 'pre-commit',
    plant: (place, command) => {
      useHome(place, '[core]\n\thooksPath = .githooks\n')
      write(join(place.root, '.githooks/pre-commit'), `#!/bin/sh\n${command}\n`, 0o755)
    },
  },
  {
    title: 'a person’s settings that include a file of the project',
    named: 'core.fsmonitor',
    plant: (place, command) => {
      useHome(place, `[include]\n\tpath = ${place.root}/tools/gitconfig\n`)
      write(join(place.root, 'tools/gitconfig'), `[core]\n\tfsmonitor = "${command}"\n`)
    },
  },
]
