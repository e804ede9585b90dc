import { createElement, type ElementType } from 'react'
import { mayHaveInvisible, showInvisible } from '#shared/lib/invisible-characters.ts'
import { InvisibleText } from './invisible-text.tsx'

export type Props = Readonly<Record<string, unknown>>

/**
 * Props of an element without invisible characters: text is drawn by `InvisibleText`, and attributes
 * for people have such characters written out. The same object where there are none.
 */
export function markInvisible(type: ElementType, props: Props): Props {
  let marked: Record<string, unknown> | undefined
  for (const name in props) {
    const value = props[name]
    const shown = toShown(type, name, value)
    if (shown === value) continue
    marked ??= { ...props }
    marked[name] = shown
  }
  return marked ?? props
}

const ARIA_TEXTS: ReadonlySet<string> = new Set([
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
])
/** Only of HTML's elements: a component may draw its title itself. */
const HTML_TEXTS: ReadonlySet<string> = new Set(['title', 'placeholder', 'alt', 'label'])

function toShown(type: ElementType, name: string, value: unknown): unknown {
  if (name === 'children') return isTextOnly(type) ? toText(value) : toMarked(value)
  if (typeof value !== 'string') return value
  const isShown = ARIA_TEXTS.has(name) || (typeof type === 'string' && HTML_TEXTS.has(name))
  return isShown ? showInvisible(value) : value
}

/** Elements that take no elements as children, but for those of their own kind. */
const TEXT_ONLY: ReadonlySet<string> = new Set(['option', 'title', 'text', 'tspan', 'textarea'])

function isTextOnly(type: ElementType): boolean {
  return typeof type === 'string' && TEXT_ONLY.has(type)
}

function toText(children: unknown): unknown {
  if (typeof children === 'string') return showInvisible(children)
  return mapChanged(children, toText)
}

function toMarked(children: unknown, index = 0): unknown {
  if (typeof children === 'string') {
    // Of all kinds, the most is shown in a command.
    if (!mayHaveInvisible(children, 'command')) return children
    return createElement(InvisibleText, { key: `text ${index}`, text: children })
  }
  return mapChanged(children, toMarked)
}

/** The same array where nothing changes. */
function mapChanged(
  children: unknown,
  change: (child: unknown, index: number) => unknown,
): unknown {
  if (!Array.isArray(children)) return children
  const changed = children.map(change)
  return changed.some((child, index) => child !== children[index]) ? changed : children
}
