import { inspect } from 'node:util'
import { AppError } from '#shared/lib/app-error.ts'
import { leaveOutCurrentFolder } from '../core/programs/program-environment.ts'
import { explainNative } from '../core/runtime/native-part.ts'
import { describeFileError, toStoreError } from '../core/store/database/store-error.ts'
import { EXIT, exitCodeOf, isHostGone } from './command-line/exit-codes.ts'
import { printError } from './command-line/format-output.ts'
import { findCommand, noSuchCommand } from './commands.ts'
import { deferClosing } from './host-client/deferred-closing.ts'

/** `orrery …`. Resolves to the exit code, having said what went wrong. */
async function main(args: readonly string[], closing: AsyncDisposableStack): Promise<number> {
  try {
    return await deferClosing(closing, () => dispatch(args))
  } catch (error) {
    complain(error, args.includes('--verbose'))
    return exitCodeOf(error)
  }
}

async function dispatch([first = 'help', ...rest]: readonly string[]): Promise<number> {
  if (first === '--version' || first === '-v') return dispatch(['version'])
  if (first === '--help' || first === '-h') return dispatch(['help'])
  if (first === 'help') return (await import('./help.ts')).help.run(rest)
  const found = findCommand(first)
  if (!found) throw noSuchCommand(first)
  if (rest.includes('--help') || rest.includes('-h')) return dispatch(['help', first])
  return (await found.load()).run(rest)
}

const HOST_GONE =
  'The process that hosted this command ended before the command was done. Run it again.'

function complain(thrown: unknown, isVerbose: boolean): void {
  const error = isVerbose ? thrown : toStoreError(thrown)
  const native = explainNative(error)
  if (isVerbose) printError(inspect(error))
  else if (native) printError(native.message)
  else if (isHostGone(error)) console.error(HOST_GONE)
  else if (AppError.is(error)) printError(error.message)
  else
    printError(
      describeFileError(error) ??
        `Something went wrong inside Orrery: ${shortOf(error)} (--verbose says more)`,
    )
}

function shortOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Whoever reads us may stop reading: `orrery replay … | head`. */
process.stdout.on('error', () => process.exit(EXIT.failed))

leaveOutCurrentFolder(process.env)

{
  await using closing = new AsyncDisposableStack()
  process.exitCode = await main(process.argv.slice(2), closing)
}

/** Everything of ours has ended. What a library still tries keeps the shell for no longer. */
const LINGERS_MS = 1_000
setTimeout(() => process.stdout.write('', () => process.exit()), LINGERS_MS).unref()
