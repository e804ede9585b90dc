import * as monaco from 'monaco-editor/editor'
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'
import 'monaco-editor/languages/definitions/register.all'
import { toHexColor } from './editor-options.ts'
import './monaco-features.ts'

const THEME = 'orrery'

self.MonacoEnvironment = { getWorker: () => new EditorWorker() }

/** Gives every editor the colours of the tokens that hold now. */
export function applyMonacoTheme(): void {
  const read = readTokens()
  monaco.editor.defineTheme(THEME, {
    base: document.documentElement.dataset.theme === 'light' ? 'vs' : 'vs-dark',
    inherit: true,
    rules: rulesOf(read),
    colors: colorsOf(read),
  })
  monaco.editor.setTheme(THEME)
}

type ReadToken = (name: string) => string

/** Only a canvas turns any CSS colour into one form. */
function readTokens(): ReadToken {
  const style = getComputedStyle(document.documentElement)
  const context = document.createElement('canvas').getContext('2d')
  return (name) => {
    const value = style.getPropertyValue(name).trim()
    if (!context) return value
    context.fillStyle = value
    return toHexColor(context.fillStyle)
  }
}

function rulesOf(read: ReadToken): monaco.editor.ITokenThemeRule[] {
  const tokens = {
    '': '--text',
    comment: '--text-3',
    keyword: '--agent-3',
    string: '--agent-5',
    number: '--agent-6',
    regexp: '--agent-4',
    type: '--agent-2',
    tag: '--agent-1',
    'attribute.name': '--agent-2',
    'attribute.value': '--agent-5',
    metatag: '--agent-1',
    key: '--agent-1',
    variable: '--text',
    delimiter: '--text-2',
  }
  return Object.entries(tokens).map(([token, name]) => ({ token, foreground: read(name).slice(1) }))
}

function colorsOf(read: ReadToken): monaco.editor.IColors {
  const tokens = {
    'editor.background': '--bg-1',
    'editor.foreground': '--text',
    'editorLineNumber.foreground': '--text-3',
    'editorLineNumber.activeForeground': '--text-2',
    'editor.lineHighlightBackground': '--bg-2',
    'editor.selectionBackground': '--line-2',
    'editor.inactiveSelectionBackground': '--line',
    'editorCursor.foreground': '--accent',
    'editorWidget.background': '--bg-3',
    'editorWidget.border': '--line-2',
    'input.background': '--bg-1',
    'input.border': '--line-2',
    focusBorder: '--accent',
    'diffEditor.insertedLineBackground': '--add',
    'diffEditor.removedLineBackground': '--del',
    'diffEditor.insertedTextBackground': '--add',
    'diffEditor.removedTextBackground': '--del',
    'scrollbarSlider.background': '--line',
    'scrollbarSlider.hoverBackground': '--line-2',
    'scrollbarSlider.activeBackground': '--line-2',
    'editorOverviewRuler.border': '--bg-1',
    'diffEditor.diagonalFill': '--line',
  }
  return Object.fromEntries(Object.entries(tokens).map(([color, name]) => [color, read(name)]))
}

export { monaco }
