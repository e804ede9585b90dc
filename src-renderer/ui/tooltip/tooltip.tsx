import { mergeProps } from '@base-ui/react/merge-props'
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type SyntheticEvent,
  useEffect,
  useState,
} from 'react'
import { loadedLater } from '../loading/lazy-component.tsx'

const TipPopup = loadedLater(async () => (await import('./tooltip-popup.tsx')).TipPopup)

interface TipProps {
  readonly label: string
  readonly shortcut?: string | undefined
  readonly side?: 'top' | 'bottom' | 'left' | 'right'
  /** What it is about: a button. */
  readonly children: ReactElement
}

const DELAY_MS = 500

/** Says what a button does once somebody rests on it. What tips are drawn with is loaded with the first. */
export function Tip({ label, shortcut, side = 'bottom', children }: TipProps) {
  const [pointed, point] = useState<Element>()
  const anchor = useRested(pointed)
  const leave = () => point(undefined)
  const watching = {
    onPointerEnter: ({ currentTarget }: SyntheticEvent) => point(currentTarget),
    onPointerLeave: leave,
    onPointerDown: leave,
    onFocus: ({ currentTarget }: SyntheticEvent) => {
      if (currentTarget.matches(':focus-visible')) point(currentTarget)
    },
    onBlur: leave,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Escape') leave()
    },
  }
  return (
    <>
      {cloneElement(children, mergeProps(Object(children.props), watching))}
      {anchor && <TipPopup anchor={anchor} label={label} shortcut={shortcut} side={side} />}
    </>
  )
}

/** What is pointed at, once it has been for a moment. */
function useRested(pointed: Element | undefined): Element | undefined {
  const [rested, setRested] = useState<Element>()
  useEffect(() => {
    if (!pointed) return undefined
    const timer = setTimeout(() => setRested(pointed), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setRested(undefined)
    }
  }, [pointed])
  return rested
}
