import { mergeProps } from '@base-ui/react/merge-props'
import {
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useContext,
  useState,
} from 'react'
import { assert } from '#shared/lib/assert.ts'
import { loadedLater } from '../loading/lazy-component.tsx'
import {
  type MenuChecksProps,
  type MenuChoicesProps,
  type MenuGroupProps,
  type MenuItemProps,
  type MenuParts,
  MenuPartsContext,
  type MenuSwitchProps,
} from './menu-parts.ts'

const MenuPopup = loadedLater(async () => (await import('./menu-popup.tsx')).MenuPopup)

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly side?: 'top' | 'bottom'
  readonly align?: 'start' | 'end'
  readonly children: ReactNode
}

/** A button and its menu. What menus are drawn with is loaded when the first is opened. */
export function Menu({ trigger, side = 'bottom', align = 'start', children }: MenuProps) {
  const [anchor, open] = useState<HTMLElement>()
  const opening = {
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== undefined,
    'data-popup-open': anchor && '',
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => open(currentTarget),
  }
  return (
    <>
      {cloneElement(trigger, mergeProps(Object(trigger.props), opening))}
      {anchor && (
        <MenuPopup anchor={anchor} side={side} align={align} onClose={() => open(undefined)}>
          {children}
        </MenuPopup>
      )}
    </>
  )
}

function useParts(): MenuParts {
  const parts = useContext(MenuPartsContext)
  assert(parts, 'an item is in an open menu')
  return parts
}

export function MenuItem(props: MenuItemProps) {
  const { Item } = useParts()
  return <Item {...props} />
}

/** A few short items side by side, under what they are about. */
export function MenuGroup(props: MenuGroupProps) {
  const { Group } = useParts()
  return <Group {...props} />
}

/** Something that holds or does not: ticked while it does. */
export function MenuSwitch(props: MenuSwitchProps) {
  const { Switch } = useParts()
  return <Switch {...props} />
}

/** Any of several; the menu stays open while they are chosen. */
export function MenuChecks(props: MenuChecksProps) {
  const { Checks } = useParts()
  return <Checks {...props} />
}

/** One of several; the chosen one is ticked. */
export function MenuChoices(props: MenuChoicesProps) {
  const { Choices } = useParts()
  return <Choices {...props} />
}
