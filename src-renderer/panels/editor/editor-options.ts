/** Of every editor, plain or as a comparison. */
export const editorOptions = {
  automaticLayout: true,
  fontFamily: '"JetBrains Mono Variable", "JetBrains Mono", ui-monospace, monospace',
  fontSize: 12.5,
  lineHeight: 20,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  renderLineHighlight: 'line',
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  padding: { top: 8, bottom: 8 },
  lineNumbersMinChars: 4,
  folding: false,
  // Monaco would ask where each line begins in the middle of every frame.
  guides: { indentation: false },
  glyphMargin: false,
  contextmenu: false,
  'bracketPairColorization.enabled': false,
  // Invisible characters are shown everywhere, comments included. Letters of other scripts aren't marked.
  renderControlCharacters: true,
  unicodeHighlight: {
    ambiguousCharacters: false,
    nonBasicASCII: false,
    invisibleCharacters: true,
    includeComments: true,
    includeStrings: true,
  },
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
  stickyScroll: { enabled: false },
  // Monaco would ask in a dialog whether to remove U+2028, which belongs to the file.
  unusualLineTerminators: 'off',
} as const
