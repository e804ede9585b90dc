import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { app } from 'electron'

/** The folder that was named on a command line. */
export async function findFolder(
  argv: readonly string[],
  cwd: string,
): Promise<string | undefined> {
  for (const argument of namedOn(argv, cwd)) {
    const path = resolve(cwd, argument)
    const found = await stat(path).catch(() => undefined)
    if (found?.isDirectory()) return path
  }
  return undefined
}

/** Chromium adds flags of its own and may change their order: only what is no flag counts. */
function namedOn(argv: readonly string[], cwd: string): readonly string[] {
  const named = argv.slice(1).filter((argument) => !argument.startsWith('-'))
  if (!process.defaultApp) return named
  // Started from source, the first argument is the app itself; further ones may name it too.
  const own = named.findIndex((argument) => resolve(cwd, argument) === resolve(app.getAppPath()))
  return named.filter((_, index) => index !== own)
}
