import type { Comparison } from '../../session/editor-display.ts'
import { canPress, press } from '../accessibility/focus.ts'
import { type Command, inSession } from './command.ts'

/** How files are shown in the editor. */
export const editorCommands: readonly Command[] = [
  comparing('nothing', 'Show the file by itself'),
  comparing('start', 'Compare the file with the session’s start'),
  comparing('run', 'Compare the file with the start of the last run'),
  comparing('git', 'Compare the file with git'),
  inSession({
    id: 'compare-file-point',
    title: 'Compare the file with another point…',
    group: 'Editor',
    when: () => canPress('compare-file'),
    run: () => press('compare-file'),
  }),
  inSession({
    id: 'show-authors',
    title: 'Show who wrote each line, or hide it',
    group: 'Editor',
    run: ({ editorLook, goTo }) => {
      editorLook.showAuthors(!editorLook.showsAuthors)
      goTo('editor')
    },
  }),
  inSession({
    id: 'open-outside',
    title: 'Open the file in your own editor',
    group: 'Editor',
    when: () => canPress('open-outside'),
    run: () => press('open-outside'),
  }),
]

function comparing(comparison: Exclude<Comparison, 'point'>, title: string): Command {
  return inSession({
    id: `compare-file-${comparison}`,
    title,
    group: 'Editor',
    run: ({ editorLook, workbench }) => {
      editorLook.compare(comparison)
      workbench.show('editor')
    },
  })
}
