import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Beyond } from '../../remote-access.ts'
import { wrongUsage } from '../command-line/exit-codes.ts'

const MIN_CHARACTERS = 12
const NAME = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i
const WHERE = 'Set it in ORRERY_PASSWORD, or name a file that holds it with --password-file.'

/** What of `orrery serve` says that others reach it, as it was written. */
export interface Asked {
  readonly host: string | undefined
  readonly names: readonly string[]
  readonly passwordFile: string | undefined
  readonly password: string | undefined
}

/** Takes the password out of the environment: what is started from here, agents' commands too, is not to have it. */
export function takePassword(env: NodeJS.ProcessEnv): string | undefined {
  const { ORRERY_PASSWORD } = env
  delete env.ORRERY_PASSWORD
  return ORRERY_PASSWORD
}

/** Where others reach it; `undefined`: nowhere. Fails with a sentence where no good password goes with it. */
export function readBeyond({ host, names, passwordFile, password }: Asked): Beyond | undefined {
  const address = readAddress(host)
  const wrong = names.find((name) => !NAME.test(name))
  if (wrong !== undefined) {
    throw wrongUsage(`--allow-host takes a name, or NAME:PORT, and "${wrong}" is neither.`)
  }
  if (address === '127.0.0.1' && names.length === 0) {
    if (passwordFile === undefined) return undefined
    throw wrongUsage(
      '--password-file goes with --host or --allow-host: on this machine alone, the link is what lets in.',
    )
  }
  return { address, names, password: checkPassword(readPassword(passwordFile) ?? password) }
}

function readAddress(host: string | undefined): string {
  if (host === undefined || host === 'localhost') return '127.0.0.1'
  if (isIP(host)) return host
  throw wrongUsage(
    `--host takes an IP address of this machine, or 0.0.0.0 for all of them, and "${host}" is none. A name goes with --allow-host.`,
  )
}

function checkPassword(password: string | undefined): string {
  if (!password) {
    throw wrongUsage(
      `Others may reach it there, so it needs a password of ${MIN_CHARACTERS} characters at least. ${WHERE}`,
    )
  }
  if (password.length >= MIN_CHARACTERS) return password
  throw wrongUsage(
    `The password has ${password.length} characters, and others may guess it: ${MIN_CHARACTERS} are the least.`,
  )
}

/** Its first line: an editor ends that with a line feed. */
function readPassword(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/)[0]
  } catch (cause) {
    throw wrongUsage(`The file ${path}, which --password-file names, can't be read.`, cause)
  }
}
