import { parseAst } from 'vite'

/** A node of a syntax tree (ESTree), as far as it is looked at here. */
export interface Syntax {
  readonly type: string
  readonly [field: string]: unknown
}

export function parse(text: string): Syntax {
  return parseAst(text) as unknown as Syntax
}

/** A node, and every one inside it. */
export function* walk(node: Syntax): Generator<Syntax> {
  yield node
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? value : [value]) if (isSyntax(each)) yield* walk(each)
  }
}

function isSyntax(value: unknown): value is Syntax {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
  )
}

/** What is called: `app.enableSandbox` for `app.enableSandbox()`; of longer chains, the last two names. */
export function calleeOf(node: Syntax): string {
  const { callee } = node as unknown as { readonly callee?: Syntax }
  return callee ? nameOf(callee) : ''
}

export function nameOf(node: Syntax): string {
  if (node.type === 'Identifier') return String(node['name'])
  if (node.type === 'ChainExpression') return nameOf(node['expression'] as Syntax)
  if (node.type !== 'MemberExpression') return ''
  const object = nameOf(node['object'] as Syntax)
    .split('.')
    .at(-1)
  return `${object}.${nameOf(node['property'] as Syntax)}`
}

/** All calls by that name, `new` included. */
export function callsOf(tree: Syntax, name: string | RegExp): readonly Syntax[] {
  const isMeant = (found: string) => (typeof name === 'string' ? found === name : name.test(found))
  const calls = [...walk(tree)].filter(({ type }) => /^(Call|New)Expression$/.test(type))
  return calls.filter((call) => isMeant(calleeOf(call)))
}

export function argumentsOf(call: Syntax): readonly Syntax[] {
  return call['arguments'] as readonly Syntax[]
}

/** What a property is set to anywhere, as JavaScript would read a literal; others are `undefined`. */
export function valuesOf(tree: Syntax, property: string): readonly unknown[] {
  return [...walk(tree)]
    .filter(({ type, key }) => type === 'Property' && isSyntax(key) && keyName(key) === property)
    .map(({ value }) => (isSyntax(value) ? literal(value) : undefined))
}

function keyName(key: Syntax): string {
  return key.type === 'Literal' ? String(key['value']) : nameOf(key)
}

/** Minifiers write `!0` for `true`. */
function literal(node: Syntax): unknown {
  if (node.type === 'Literal') return node['value']
  const argument = node['argument']
  const isNot = node.type === 'UnaryExpression' && node['operator'] === '!' && isSyntax(argument)
  return isNot && argument.type === 'Literal' ? !argument['value'] : undefined
}

/** The texts that are written out in it. */
export function textsOf(tree: Syntax): readonly string[] {
  return [...walk(tree)].flatMap((node) => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') return [node['value']]
    if (node.type !== 'TemplateElement') return []
    return [String((node['value'] as { readonly raw: string }).raw)]
  })
}

/** Whether a name is read anywhere inside. */
export function mentions(node: Syntax, name: string): boolean {
  return [...walk(node)].some((each) => each.type === 'Identifier' && each['name'] === name)
}
