import type { Plugin } from 'vite'

const PARTS = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/

/**
 * Keeps out of a page what writes a zod schema as a JSON schema, which hosts alone do, for models. Each
 * schema names it, so that a bundler takes it for needed. Fails where zod has it elsewhere.
 */
export function withoutJsonSchemas(): Plugin {
  const left = new Set<string>()
  return {
    name: 'without-json-schemas',
    apply: 'build',
    transform(code, id) {
      if (!PARTS.test(id)) return undefined
      left.add(id)
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      const exported = ['absent as process', ...names.map((name) => `absent as ${name}`)]
      const absent = "function absent() { throw new Error('No page writes JSON schemas.') }"
      return `${absent}\nexport { ${exported.join(', ')} }`
    },
    buildEnd(error) {
      if (!error && left.size !== 2) this.error('Where does zod write JSON schemas now?')
    },
  }
}
