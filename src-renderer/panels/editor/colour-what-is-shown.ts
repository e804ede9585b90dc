import { watchTheme } from '../../ui/watch-theme.ts'
import { monaco } from './monaco-setup.ts'

/** The last line in view may be half of one; the next is what a larger panel shows. */
const LINES_AHEAD = 2

/** All that is above a line has to be read to colour it: further down Monaco guesses first. */
const LAST_LINE = 5_000

/**
 * Colours what an editor shows as soon as it shows it. Monaco leaves the last line in view to a moment
 * in which the browser has nothing else to do, which is long in coming where much goes on.
 */
export function colourWhatIsShown(editor: monaco.editor.IStandaloneCodeEditor): void {
  const colour = () => colourVisibleLines(editor)
  const colourSoon = oncePerTask(colour)
  editor.onDidChangeModelContent(colourSoon)
  editor.onDidLayoutChange(colourSoon)
  editor.onDidScrollChange(colourSoon)
  const colourOnceItsLanguageIsThere = () => {
    colour()
    const language = editor.getModel()?.getLanguageId()
    // What can't be had of a language is told of by Monaco, which asks for it as well.
    if (language) monaco.editor.colorize('', language, {}).then(colour, () => undefined)
  }
  // With its colours Monaco forgets which words have which; it has the new ones a moment after this is told.
  editor.onDidDispose(watchTheme(() => queueMicrotask(colour)))
  editor.onDidChangeModel(colourOnceItsLanguageIsThere)
  editor.onDidChangeModelLanguage(colourOnceItsLanguageIsThere)
}

/** Before the next frame: another text is mostly shown at another place, and has been by then. */
function oncePerTask(act: () => void): () => void {
  let isAwaited = false
  return () => {
    if (isAwaited) return
    isAwaited = true
    queueMicrotask(() => {
      isAwaited = false
      act()
    })
  }
}

function colourVisibleLines(editor: monaco.editor.IStandaloneCodeEditor): void {
  const model = editor.getModel()
  const last = editor.getVisibleRanges().at(-1)?.endLineNumber
  if (!model || last === undefined || last > LAST_LINE) return
  // It is asked for the line's colours, and with them gives all lines above theirs.
  monaco.editor.colorizeModelLine(model, Math.min(last + LINES_AHEAD, model.getLineCount()))
}
