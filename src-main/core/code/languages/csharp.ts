import type { Language } from './define.ts'

const QUERY = `
(class_declaration name: (_) @name) @def.class
(interface_declaration name: (_) @name) @def.interface
(struct_declaration name: (_) @name) @def.struct
(enum_declaration name: (_) @name) @def.enum
(record_declaration name: (_) @name) @def.class
(delegate_declaration name: (_) @name) @def.type
(method_declaration name: (_) @name) @def.method
(constructor_declaration name: (_) @name) @def.method
(local_function_statement name: (_) @name) @def.function
(invocation_expression function: (identifier) @callee) @call
(invocation_expression function: (member_access_expression expression: (_) @receiver name: (_) @callee)) @call
(object_creation_expression type: (identifier) @callee) @call
(attribute) @mark
(using_directive) @import
`

export const csharp: Language = {
  name: 'C#',
  grammar: 'c-sharp',
  endings: ['.cs'],
  query: QUERY,
  readImport: (text) => {
    const [, from] = /using\s+(?:static\s+)?(?:\w+\s*=\s*)?([\w.]+)\s*;/u.exec(text) ?? []
    return from === undefined ? [] : [{ from, names: [['*', '*']] }]
  },
}
