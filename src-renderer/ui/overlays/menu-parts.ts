import { type ComponentType, createContext, type ReactNode } from 'react'

export interface MenuItemProps {
  readonly icon?: ReactNode
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  /** At the end of the line: its keys. */
  readonly fact?: string | undefined
  readonly onSelect: () => void
  readonly children: ReactNode
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

export interface MenuChecksProps {
  readonly label: string
  readonly checked: readonly string[]
  readonly choices: readonly Choice[]
  readonly onToggle: (value: string) => void
}

export interface MenuChoicesProps {
  readonly label: string
  readonly value: string | undefined
  readonly choices: readonly Choice[]
  readonly onChoose: (value: string) => void
}

/** What an open menu draws its items with; they come with the first menu that is opened. */
export interface MenuParts {
  readonly Item: ComponentType<MenuItemProps>
  readonly Group: ComponentType<MenuGroupProps>
  readonly Switch: ComponentType<MenuSwitchProps>
  readonly Checks: ComponentType<MenuChecksProps>
  readonly Choices: ComponentType<MenuChoicesProps>
}

export const MenuPartsContext = createContext<MenuParts | undefined>(undefined)
