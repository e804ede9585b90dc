import type { DeskDialog, Here } from './commands/command.ts'

/** Where commands are given, and what it has open. */
export interface Desk {
  readonly here: Here
  readonly shown: DeskDialog | undefined
  readonly error: string | undefined
  show(dialog: DeskDialog | undefined): void
  /** Closes what is open, does it, and keeps the sentence where it fails. */
  perform(act: () => unknown): Promise<void>
  /** What is opened so leads to a session. */
  openFolder(wish: 'folder' | 'demo', path: string): Promise<void>
}
