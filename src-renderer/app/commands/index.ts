import { changeCommands } from './change-commands.ts'
import type { Command, Here } from './command.ts'
import { editorCommands } from './editor-commands.ts'
import { findingCommands } from './finding-commands.ts'
import { panelCommands } from './panel-commands.ts'
import { placeCommands } from './rail-commands.ts'
import { sessionCommands } from './session-commands.ts'
import { playheadCommands, timelineCommands } from './timeline-commands.ts'
import { windowCommands } from './window-commands.ts'

/** Every command of the window: what the command field offers, what keys give, what their sheet lists. */
export const commands: readonly Command[] = [
  ...windowCommands,
  ...sessionCommands,
  ...editorCommands,
  ...changeCommands,
  ...findingCommands,
  ...playheadCommands,
  ...timelineCommands,
  ...placeCommands,
  ...panelCommands,
]

/** Those that can be given here and now. */
export function commandsHere(here: Here): readonly Command[] {
  return commands.filter(({ when }) => when?.(here) ?? true)
}
