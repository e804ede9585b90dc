import type { Language } from './define.ts'

const QUERY = `
(function_declaration name: (_) @name) @def.function
(method_declaration name: (_) @name) @def.method
(type_spec name: (_) @name type: (struct_type)) @def.struct
(type_spec name: (_) @name type: (interface_type)) @def.interface
(type_spec name: (_) @name) @def.type
(type_alias name: (_) @name) @def.type
(source_file (const_declaration (const_spec name: (_) @name) @def.constant))
(source_file (var_declaration (var_spec name: (_) @name) @def.variable))
(call_expression function: (identifier) @callee) @call
(call_expression function: (selector_expression operand: (_) @receiver field: (_) @callee)) @call
(import_spec) @import
`

export const go: Language = {
  name: 'Go',
  grammar: 'go',
  endings: ['.go'],
  query: QUERY,
  readImport: (text) => {
    const [, local, from] = /^([\w.]+)?\s*["`]([^"`]+)["`]/u.exec(text) ?? []
    if (from === undefined) return []
    return [{ from, names: [['*', local ?? from.slice(from.lastIndexOf('/') + 1)]] }]
  },
}
