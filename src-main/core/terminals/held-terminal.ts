import { closeSync, constants, openSync } from 'node:fs'
import { onceEnded } from './child-endings.ts'

export interface TerminalPlace {
  /** The file of the program's side. */
  readonly path: string
  /** The child of this process that it was opened for. */
  readonly leader: number
}

/**
 * Has a terminal open until its program has ended, or this is disposed of. One that nobody has open
 * any more is hung up, which kills a program that runs on: it may have sent its output elsewhere, and
 * most small ones close theirs a moment before they exit.
 */
export function holdTerminal({ path, leader }: TerminalPlace): Disposable {
  // Without NOCTTY it could become the terminal of this process.
  const held = openSync(path, constants.O_RDWR | constants.O_NOCTTY)
  const holding = new DisposableStack()
  holding.defer(() => closeSync(held))
  holding.use(onceEnded(leader, () => holding.dispose()))
  return holding
}
