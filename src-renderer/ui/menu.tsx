import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './menu.module.css'

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly side?: 'top' | 'bottom'
  readonly align?: 'start' | 'end'
  readonly children: ReactNode
}

export function Menu({ trigger, side = 'bottom', align = 'start', children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={styles.positioner}
        >
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export interface MenuItemProps {
  readonly icon?: ReactNode
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  /** At the end of the line: its keys. */
  readonly fact?: string | undefined
  readonly onSelect: () => void
  readonly children: ReactNode
}

export function MenuItem(props: MenuItemProps) {
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

export interface MenuGroupProps {
  /** What its items are about. */
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** Beside what they are about, and not under it. */
  readonly isInline?: boolean
  /** The keys that do the same. */
  readonly fact?: ReactNode
  readonly children: ReactNode
}

/** A few short items side by side, under what they are about. */
export function MenuGroup({ label, hint, isInline, fact, children }: MenuGroupProps) {
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

export interface Choice {
  readonly value: string
  readonly label: string
  /** A second line: what it means. */
  readonly hint?: string | undefined
  /** At the end of the line: what it costs, how many there are. */
  readonly fact?: string | undefined
}

export interface MenuSwitchProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly hint?: ReactNode
  readonly children: ReactNode
}

/** Something that holds or does not: ticked while it does. */
export function MenuSwitch({ isOn, onChange, hint, children }: MenuSwitchProps) {
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

export interface MenuChecksProps {
  readonly label: string
  readonly checked: readonly string[]
  readonly choices: readonly Choice[]
  readonly onToggle: (value: string) => void
}

/** Any of several; the menu stays open while they are chosen. */
export function MenuChecks({ label, checked, choices, onToggle }: MenuChecksProps) {
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

export interface MenuChoicesProps {
  readonly label: string
  readonly value: string | undefined
  readonly choices: readonly Choice[]
  readonly onChoose: (value: string) => void
}

/** One of several; the chosen one is ticked. */
export function MenuChoices({ label, value, choices, onChoose }: MenuChoicesProps) {
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
