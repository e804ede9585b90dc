import type { Language } from './define.ts'

const QUERY = `
(class_declaration name: (_) @name) @def.class
(interface_declaration name: (_) @name) @def.interface
(enum_declaration name: (_) @name) @def.enum
(record_declaration name: (_) @name) @def.class
(annotation_type_declaration name: (_) @name) @def.interface
(method_declaration name: (_) @name) @def.method
(constructor_declaration name: (_) @name) @def.method
(method_invocation !object name: (_) @callee) @call
(method_invocation object: (_) @receiver name: (_) @callee) @call
(object_creation_expression type: (type_identifier) @callee) @call
(annotation) @mark
(marker_annotation) @mark
(import_declaration) @import
`

export const java: Language = {
  name: 'Java',
  grammar: 'java',
  endings: ['.java'],
  query: QUERY,
  readImport: (text) => {
    const [, from = '', name = ''] =
      /import\s+(?:static\s+)?([\w.]+)\.([\w*]+)\s*;/u.exec(text) ?? []
    return from === '' ? [] : [{ from, names: [[name, name]] }]
  },
}
