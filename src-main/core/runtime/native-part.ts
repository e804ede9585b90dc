import { AppError } from '#shared/lib/app-error.ts'

/** The packages with native parts, with what Orrery makes with them. */
const PARTS = {
  'better-sqlite3': 'keeps sessions with',
  'node-pty': 'runs terminals and commands with',
} as const
type NativePackage = keyof typeof PARTS

/** How each names its own files where they can't be found. */
const NAMES: Readonly<Record<NativePackage, RegExp>> = {
  'better-sqlite3': /better[-_]sqlite3/,
  'node-pty': /node-pty|\bpty\.node\b/,
}

/**
 * What to say where a package does not load because its native part is missing, damaged, or made for
 * another Node or system; `undefined`: it is another error.
 */
export function explainNative(error: unknown): AppError | undefined {
  if (AppError.is(error)) return undefined
  const said = error instanceof Error ? error.message : ''
  const reason = reasonOf(error, said)
  const name = reason && findName(said)
  if (!name) return undefined
  const message = `${name}, which Orrery ${PARTS[name]}, does not load: ${reason}. Run npm ci where Orrery is installed, then start it again.`
  return new AppError('unavailable', message, { cause: error })
}

function findName(said: string): NativePackage | undefined {
  const names: readonly NativePackage[] = ['better-sqlite3', 'node-pty']
  return names.find((name) => NAMES[name].test(said))
}

/** `undefined`: nothing was to be loaded. */
function reasonOf(error: unknown, said: string): string | undefined {
  const code: unknown = typeof error === 'object' && error !== null && Reflect.get(error, 'code')
  if (code === 'ERR_MODULE_NOT_FOUND') return 'it is not installed'
  if (code === 'ERR_DLOPEN_FAILED') return ofLinker(said)
  // node-pty tries one place after the other, and says why of the last alone.
  if (said.startsWith('Failed to load native module'))
    return 'its native part is missing or damaged'
  return code === 'MODULE_NOT_FOUND' ? 'its native part is missing' : undefined
}

function ofLinker(said: string): string {
  return /NODE_MODULE_VERSION|different Node/.test(said)
    ? 'its native part was made for another Node'
    : 'its native part is damaged, or made for another system'
}

/**
 * Where a file of Orrery's lies for a program other than Electron: of what is packaged into an archive, such
 * files lie beside it. Elsewhere it is the same path.
 */
export function outsideArchive(path: string): string {
  return path.replace(/\bapp\.asar\b/u, 'app.asar.unpacked')
}
