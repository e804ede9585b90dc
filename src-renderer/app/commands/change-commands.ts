import { changeActs, commandIdOf } from '../../panels/changes/change-actions.ts'
import { actOnChange, canActOnChange } from '../accessibility/focus.ts'
import { type Command, inSession } from './command.ts'

/** Commands for the current change. Their keys work while the changes have the focus. */
export const changeCommands: readonly Command[] = changeActs.map(({ act, title, keys }) =>
  inSession({
    id: commandIdOf(act),
    title,
    group: 'Changes',
    keys,
    keysIn: 'the changes',
    when: () => canActOnChange(act),
    run: () => actOnChange(act),
  }),
)
