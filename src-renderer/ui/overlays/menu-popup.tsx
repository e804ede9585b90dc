import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../styles/class-names.ts'
import styles from './menu.module.css'
import {
  type MenuChecksProps,
  type MenuChoicesProps,
  type MenuGroupProps,
  type MenuItemProps,
  type MenuParts,
  MenuPartsContext,
  type MenuSwitchProps,
} from './menu-parts.ts'
import { useOverlay } from './overlays.ts'

interface MenuPopupProps {
  /** The button it belongs to: the focus goes back there. */
  readonly anchor: HTMLElement
  readonly side: 'top' | 'bottom'
  readonly align: 'start' | 'end'
  readonly onClose: () => void
  readonly children: ReactNode
}

/** An open menu, and what its items are drawn with. */
export function MenuPopup({ anchor, side, align, onClose, children }: MenuPopupProps) {
  useOverlay({ title: 'Menu', isOpen: true, onClose })
  return (
    <Base.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={styles.positioner}
        >
          <Base.Popup className={styles.popup} finalFocus={() => anchor}>
            <MenuPartsContext value={parts}>{children}</MenuPartsContext>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Item(props: MenuItemProps) {
  const { icon, isDangerous, isDisabled, fact, onSelect, children } = props
  return (
    <Base.Item
      className={classNames(styles.item, isDangerous && styles.danger)}
      disabled={isDisabled ?? false}
      onClick={onSelect}
    >
      {icon}
      <span className={styles.label}>{children}</span>
      {fact && <span className={styles.fact}>{fact}</span>}
    </Base.Item>
  )
}

function Group({ label, hint, isInline, fact, children }: MenuGroupProps) {
  return (
    <Base.Group className={isInline ? styles.inline : styles.group}>
      <Base.GroupLabel className={styles.about}>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </Base.GroupLabel>
      <div className={styles.side}>{children}</div>
      {fact && <span className={styles.fact}>{fact}</span>}
    </Base.Group>
  )
}

function Switch({ isOn, onChange, hint, children }: MenuSwitchProps) {
  return (
    <Base.CheckboxItem
      className={styles.item}
      checked={isOn}
      onCheckedChange={onChange}
      closeOnClick
    >
      <span className={styles.tick}>
        <Base.CheckboxItemIndicator>
          <Check aria-hidden="true" />
        </Base.CheckboxItemIndicator>
      </span>
      <span className={styles.label}>
        {children}
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
    </Base.CheckboxItem>
  )
}

function Checks({ label, checked, choices, onToggle }: MenuChecksProps) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.groupLabel}>{label}</Base.GroupLabel>
      {choices.map(({ value, label: shown, fact }) => (
        <Base.CheckboxItem
          key={value}
          checked={checked.includes(value)}
          onCheckedChange={() => onToggle(value)}
          className={styles.item}
        >
          <span className={styles.tick}>
            <Base.CheckboxItemIndicator>
              <Check aria-hidden="true" />
            </Base.CheckboxItemIndicator>
          </span>
          <span className={styles.label}>{shown}</span>
          {fact && <span className={styles.fact}>{fact}</span>}
        </Base.CheckboxItem>
      ))}
    </Base.Group>
  )
}

function Choices({ label, value, choices, onChoose }: MenuChoicesProps) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.groupLabel}>{label}</Base.GroupLabel>
      <Base.RadioGroup value={value ?? ''} onValueChange={(chosen) => onChoose(String(chosen))}>
        {choices.map((choice) => (
          <Base.RadioItem
            key={choice.value}
            value={choice.value}
            closeOnClick
            className={styles.item}
          >
            <span className={styles.tick}>
              <Base.RadioItemIndicator>
                <Check aria-hidden="true" />
              </Base.RadioItemIndicator>
            </span>
            <span className={styles.label}>
              {choice.label}
              {choice.hint && <span className={styles.hint}>{choice.hint}</span>}
            </span>
            {choice.fact && <span className={styles.fact}>{choice.fact}</span>}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}

const parts: MenuParts = { Item, Group, Switch, Checks, Choices }
