import { ListFilter } from 'lucide-react'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import type { Listing } from './listed-sessions.ts'
import styles from './sessions-panel.module.css'

const wheres = { project: 'This project', everything: 'All projects' } as const

export const outcomes: Readonly<Record<Listing['outcome'], string>> = {
  all: 'Any',
  running: 'Running',
  waiting: 'Waiting for you',
  paused: 'Paused',
  ok: 'Ended well',
  failed: 'Failed',
  stopped: 'Stopped',
  new: 'Without runs',
}

const orders = { changed: 'Last changed', cost: 'Cost', name: 'Name' } as const

export interface ListingMenuProps {
  readonly listing: Listing
  readonly onChange: (change: Partial<Listing>) => void
}

/** Which sessions are listed, and in what order. */
export function ListingMenu({ listing, onChange }: ListingMenuProps) {
  const { where, outcome, order } = listing
  const isSet = where !== 'project' || outcome !== 'all' || order !== 'changed'
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          className={styles.filter}
          aria-label="Filter and sort the sessions"
          data-set={isSet}
        >
          <ListFilter aria-hidden="true" />
        </button>
      }
    >
      <Choices
        label="Sessions of"
        names={wheres}
        value={where}
        onChoose={(chosen) => onChange({ where: chosen })}
      />
      <Choices
        label="Outcome"
        names={outcomes}
        value={outcome}
        onChoose={(chosen) => onChange({ outcome: chosen })}
      />
      <Choices
        label="Sort by"
        names={orders}
        value={order}
        onChoose={(chosen) => onChange({ order: chosen })}
      />
    </Menu>
  )
}

interface ChoicesProps<Value extends string> {
  readonly label: string
  readonly names: Readonly<Record<Value, string>>
  readonly value: Value
  readonly onChoose: (value: Value) => void
}

function Choices<Value extends string>({ label, names, value, onChoose }: ChoicesProps<Value>) {
  // The names are this object's own.
  const values = Object.keys(names) as Value[]
  return (
    <MenuChoices
      label={label}
      value={value}
      choices={values.map((one) => ({ value: one, label: names[one] }))}
      onChoose={(chosen) => {
        const found = values.find((one) => one === chosen)
        if (found) onChoose(found)
      }}
    />
  )
}
