import type { Syntax } from './syntax.ts'

/** A part of a list, and the operator in front of it. */
interface Linked {
  readonly node: Syntax
  readonly operator: string | undefined
}

/** The parts of a list, however deep the grammar nests them, each with what stands in front of it. */
export function flatten(node: Syntax, operator?: string): readonly Linked[] {
  if (node.type !== 'list') return [{ node, operator }]
  const linked: Linked[] = []
  let next = operator
  for (const child of node.children) {
    if (child.isNamed) linked.push(...flatten(child, next))
    else next = child.type
  }
  return linked
}

/**
 * The grammar puts redirections of a list's last command around the list; but the folder they are
 * opened in, and the variables that name them, are those that the commands before have left.
 */
export function redirectLast(list: Syntax, redirects: readonly Syntax[]): Syntax | undefined {
  const last = list.children.findLast(({ isNamed }) => isNamed)
  if (!last) return undefined
  const children = [last, ...redirects]
  const end = Math.max(...children.map((child) => child.end))
  const redirected = { ...last, type: 'redirected_statement', end, children }
  return {
    ...list,
    end,
    children: list.children.map((child) => (child === last ? redirected : child)),
  }
}

export function isRedirect({ type }: Syntax): boolean {
  return type.endsWith('_redirect')
}

/** Whether anything in it is redirected: a test that is, is more than a test. */
export function hasRedirect(node: Syntax): boolean {
  return node.children.some((child) => /^[<>]/u.test(child.type) || hasRedirect(child))
}

/** The condition with what follows `then`, and each further clause. */
export function groupBranches(node: Syntax): readonly (readonly Syntax[])[] {
  const isClause = ({ type }: Syntax) => type === 'elif_clause' || type === 'else_clause'
  const own = node.children.filter((child) => !isClause(child))
  return [own, ...node.children.filter(isClause).map((clause) => [clause])]
}

/** Whether anything in it is left running beside. */
export function hasBackground(node: Syntax): boolean {
  return node.children.some((child) => child.type === '&' || hasBackground(child))
}
