import type { ElementType, Key, ReactElement } from 'react'
import * as react from 'react/jsx-runtime'
import { markInvisible, type Props } from './text/mark-invisible.ts'

// biome-ignore lint/performance/noBarrelFile: the compiler imports both from here
export { Fragment, type JSX } from 'react/jsx-runtime'

/** React's own, with invisible characters shown. The compiler calls it for every element of the window. */
export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return react.jsx(type, markInvisible(type, props), key)
}

/** The same for an element with several children. */
export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  return react.jsxs(type, markInvisible(type, props), key)
}
