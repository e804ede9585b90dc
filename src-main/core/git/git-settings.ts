import { realpathSync } from 'node:fs'

/** A key and a value, as git reads them: `['core.pager', 'cat']`. */
export type GitSetting = readonly [key: string, value: string]

/** What a repository's own settings may name, and nothing that Orrery reads needs: a program, or another repository. */
const OFF: readonly GitSetting[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.untrackedCache', 'false'],
  ['core.pager', 'cat'],
  ['core.editor', ':'],
  ['sequence.editor', ':'],
  ['core.askPass', ''],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', ''],
  ['core.alternateRefsCommand', 'false'],
  // An empty helper takes those off the list that were named before it.
  ['credential.helper', ''],
  ['gpg.program', 'false'],
  ['gpg.openpgp.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.ssh.defaultKeyCommand', ''],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['log.showSignature', 'false'],
  ['diff.submodule', 'short'],
  ['status.submoduleSummary', 'false'],
  ['submodule.recurse', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['protocol.allow', 'never'],
  ['protocol.ext.allow', 'never'],
]

/** What changes the form of what git prints. */
const PLAIN: readonly GitSetting[] = [
  ['color.ui', 'false'],
  ['color.branch', 'false'],
  ['color.diff', 'false'],
  ['color.status', 'false'],
  ['core.quotePath', 'false'],
  ['diff.noprefix', 'false'],
  ['diff.mnemonicPrefix', 'false'],
]

/**
 * Returns the settings of every git process that doesn't do a person's own act. The repository of `folder` may
 * belong to another user, as in a container; one that lies further up may not.
 */
export function safeSettings(folder: string): readonly GitSetting[] {
  return [...OFF, ...PLAIN, ...trusting(folder)]
}

function trusting(folder: string): readonly GitSetting[] {
  const real = toRealPath(folder)
  // Git reads this ending as "and everything below".
  return real === undefined || real.endsWith('/*') ? [] : [['safe.directory', real]]
}

function toRealPath(folder: string): string | undefined {
  try {
    return realpathSync(folder).replaceAll('\\', '/')
  } catch {
    return undefined
  }
}

/** Returns what switches off filters and hooks that settings name: `filter.lfs`, `hook.lint`. */
export function withoutPrograms(names: Iterable<string>): readonly GitSetting[] {
  return [...names].flatMap((name): readonly GitSetting[] =>
    name.startsWith('hook.')
      ? [[`${name}.enabled`, 'false']]
      : [
          [`${name}.clean`, ''],
          [`${name}.smudge`, ''],
          [`${name}.process`, ''],
          [`${name}.required`, 'false'],
        ],
  )
}

/** Returns settings as options, which every git reads; their keys hold no `=`. */
export function toOptions(settings: readonly GitSetting[]): readonly string[] {
  return settings.flatMap(([key, value]) => ['-c', `${key}=${value}`])
}

/**
 * Returns settings as variables, which every process that git starts in turn gets, too. `before`: how many settings
 * the environment holds already.
 */
export function toVariables(settings: readonly GitSetting[], before = 0): Record<string, string> {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: `${before + settings.length}` }
  for (const [index, [key, value]] of settings.entries()) {
    variables[`GIT_CONFIG_KEY_${before + index}`] = key
    variables[`GIT_CONFIG_VALUE_${before + index}`] = value
  }
  return variables
}
