import { standin } from '../script.ts'
import { strict } from '../strict.ts'

/** Its last argument are the options; before them there may be a window. */
function ask(kind: string) {
  return async (...args: readonly unknown[]): Promise<unknown> => {
    standin.asked.push(args.at(-1))
    const at = standin.dialogs.findIndex((each) => each.kind === kind)
    if (at < 0) throw new Error(`stand-in: dialog.${kind} has no scripted answer`)
    return standin.dialogs.splice(at, 1)[0]?.answer
  }
}

export const dialog = strict('dialog', {
  showOpenDialog: ask('showOpenDialog'),
  showMessageBox: ask('showMessageBox'),
  showErrorBox(title: string, content: string): void {
    standin.events.push(`${title}: ${content}`)
    console.error(`[dialog] ${title}: ${content}`)
  },
})
