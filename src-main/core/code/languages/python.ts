import { type ImportedFrom, type Language, readNames } from './define.ts'

const QUERY = `
(function_definition name: (_) @name) @def.function
(class_definition name: (_) @name) @def.class
(module (expression_statement (assignment left: (identifier) @name) @def.variable))
(call function: (identifier) @callee) @call
(call function: (attribute object: (_) @receiver attribute: (_) @callee)) @call
(decorator) @mark
(import_statement) @import
(import_from_statement) @import
`

function readImport(text: string): readonly ImportedFrom[] {
  const line = text.replaceAll(/#[^\n]*/gu, '').replaceAll(/[()\\\n]/gu, ' ')
  const [, from, list] = /^from\s+([\w.]+)\s+import\s([\s\S]*)$/u.exec(line.trim()) ?? []
  if (from !== undefined) return [{ from, names: readNames(list ?? '') }]
  const modules = readNames(line.replace(/^\s*import\s+/u, ''))
  return modules.map(([module, local]) => ({ from: module, names: [['*', local]] }))
}

export const python: Language = {
  name: 'Python',
  grammar: 'python',
  endings: ['.py', '.pyi'],
  query: QUERY,
  readImport,
}
